import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  set,
  type UseFormProps,
  type UseFormReturn,
  // biome-ignore lint/style/noRestrictedImports: this file defines the useForm that all others use
  useForm as useHookForm,
} from 'react-hook-form'
import * as z from 'zod/mini'
import { fieldErrors } from '#shared/contract/errors.ts'
import type { FailureCode } from '#shared/failure-codes.ts'
import { ApiError } from './api-error.ts'
import { useActor } from './can.tsx'
import { clearSlot, readSlot, removeOldSlots, writeSlot } from './drafts.ts'
import { takeFocus } from './focus.ts'

/**
 * React Hook Form without its own focus handling. That runs in a timer, when a quick user may already be in the next field.
 * Instead, a dialog focuses its first field as it opens, and `useSubmit` focuses the first invalid field.
 */
export function useForm<Values extends FieldValues, Context = unknown, Checked = Values>(
  props: UseFormProps<Values, Context, Checked>,
) {
  const form = useHookForm<Values, Context, Checked>({ ...props, shouldFocusError: false })
  return form as UseFormReturn<Values, Context, Checked> & { setFocus: never }
}

/** Validates a form with the schema that the server applies too. The parsed values are sent. */
export const checkBy =
  <Values extends FieldValues, Checked>(
    schema: z.core.$ZodType<Checked, Values>,
  ): Resolver<Values, unknown, Checked> =>
  values => {
    const checked = z.safeParse(schema, values)
    return checked.success ? { values: checked.data, errors: {} } : refusal(checked.error)
  }

/** Like `checkBy`, but the values are sent as typed: the server parses them with the same schema. */
export const checkAsTyped =
  <Values extends FieldValues>(schema: z.core.$ZodType): Resolver<Values> =>
  values => {
    const checked = z.safeParse(schema, values)
    return checked.success ? { values, errors: {} } : refusal(checked.error)
  }

function refusal<Values extends FieldValues>(error: z.core.$ZodError) {
  const errors: FieldErrors<Values> = {}
  for (const [field, message] of Object.entries(fieldErrors(error.issues))) {
    set(errors, field, { type: 'check', message })
  }
  return { values: {}, errors }
}

const draftPrefix = 'form-draft:'
const draftShape = { values: z.unknown(), based_on: z.string() }

/**
 * A form whose typed text outlives Cancel, Escape, another page and a reload, until it is saved or discarded. `name`
 * identifies the form. A draft that was typed over another version of the record is ignored.
 */
export function useFormDraft<Values extends FieldValues>(
  name: string,
  initial: Values,
  options: Pick<UseFormProps<Values>, 'resolver'>,
) {
  const slot = `${draftPrefix}${useActor()?.id}:${name}`
  const [start] = useState(initial)
  const basedOn = JSON.stringify(start)
  const [draft] = useState(() => {
    const stored = readSlot(slot, draftShape)
    return stored?.based_on === basedOn ? (stored.values as Values) : null
  })
  const [isRestored, setIsRestored] = useState(draft !== null)
  const form = useForm<Values>({ ...options, defaultValues: (draft ?? start) as DefaultValues<Values> })

  useEffect(() => removeOldSlots(draftPrefix, draftShape), [])
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback({ values }) {
          if (JSON.stringify(values) === basedOn) clearSlot(slot)
          else writeSlot(slot, { values, based_on: basedOn })
        },
      }),
    [form.subscribe, slot, basedOn],
  )

  const finish = () => clearSlot(slot)

  function discard() {
    finish()
    // Without `keepFieldsRef` the fields register again only with the next render, and can't take the focus before it.
    form.reset(start, { keepFieldsRef: true })
    setIsRestored(false)
  }

  return { form, first: draft ?? start, isRestored, discard, finish }
}

type Options<Values, Checked> = {
  /** Sends the values; rejects if that fails. */
  send: (values: Checked) => Promise<unknown>
  /** The alert's text, or undefined if the errors under the fields are enough. */
  failure: (error: unknown, hasFields: boolean) => string | undefined
  /** The alert's text for invalid values; without it the errors under the fields are enough. */
  invalid?: (values: Values) => string
  /** Replaces a message of the server. */
  translate?: (sentence: string, code?: FailureCode) => string
  /** When the server rejects fields, the focus moves to the first of them instead of the alert. */
  leadsToFields?: boolean
  /** Whether the form stays on the screen after it is sent. */
  staysOpen?: boolean
}

/** What `FormShell` shows of a form that is filled in and sent. */
export type Submission = ReturnType<typeof useSubmit>

/**
 * Sends a form. Errors of the server are shown under the fields that they name, and above the form. After an attempt
 * with errors the focus moves to the first invalid field.
 */
export function useSubmit<Values extends FieldValues, Checked = Values>(
  form: UseFormReturn<Values, unknown, Checked>,
  { send, failure, invalid, translate, leadsToFields = false, staysOpen = false }: Options<Values, Checked>,
) {
  const { errors, isSubmitting, isSubmitSuccessful, submitCount } = form.formState
  const element = useRef<HTMLFormElement>(null)
  const handledCount = useRef(submitCount)
  const alertTakesFocus = errors.root !== undefined && errors.root.type !== 'fields'

  // Runs once for every attempt. Takes the fields in their order on the screen, which isn't that of registration.
  useLayoutEffect(() => {
    if (handledCount.current === submitCount) return
    handledCount.current = submitCount
    if (!alertTakesFocus) takeFocus(element.current?.querySelector<HTMLElement>('[aria-invalid="true"]'))
  }, [submitCount, alertTakesFocus])

  function showFailure(message: string | undefined, isAboutFields: boolean) {
    if (message) form.setError('root', { type: isAboutFields ? 'fields' : 'form', message })
  }

  async function submit(values: Checked) {
    try {
      await send(values)
    } catch (error) {
      const hasFields = showFieldErrors(error, form, translate)
      showFailure(failure(error, hasFields), hasFields && leadsToFields)
    }
  }

  return {
    element,
    handleSubmit: form.handleSubmit(submit, () => showFailure(invalid?.(form.getValues()), true)),
    isBusy: isSubmitting || (isSubmitSuccessful && !staysOpen),
    failure: errors.root?.message,
    /** If false, the alert is only announced, and the focus goes to the invalid field. */
    alertTakesFocus,
    /** Different for each attempt. */
    attempt: submitCount,
  }
}

/** Shows the server's errors under their fields. Returns whether the form has any of these fields. */
function showFieldErrors<Values extends FieldValues, Checked>(
  error: unknown,
  { getValues, setError }: UseFormReturn<Values, unknown, Checked>,
  translate: (sentence: string, code?: FailureCode) => string = sentence => sentence,
): boolean {
  if (!(error instanceof ApiError)) return false
  const sentences = Object.entries(error.errors) as [FieldPath<Values>, string][]
  const placed = sentences.filter(([field]) => getValues(field) !== undefined)
  for (const [field, sentence] of placed) {
    setError(field, { type: 'server', message: translate(sentence, error.code) })
  }
  return placed.length > 0
}

/** The props of a field component: the input of this name and its error. */
export function fieldOf<Values extends FieldValues, Checked>(
  { register, getFieldState, formState }: UseFormReturn<Values, unknown, Checked>,
  name: FieldPath<Values>,
) {
  return { ...register(name), error: getFieldState(name, formState).error?.message }
}

/** The field of this name in a form. */
export const fieldIn = (form: Element | null, name: string) =>
  form?.querySelector<HTMLElement>(`[name="${name}"]`)
