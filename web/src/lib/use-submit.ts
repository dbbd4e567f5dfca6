import { useLayoutEffect, useRef } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { FailureCode } from '#shared/failure-codes.ts'
import { ApiError } from './api-error.ts'
import { takeFocus } from './focus.ts'

type Options<Values, Checked> = {
  /** Rejects with what went wrong. */
  send: (values: Checked) => Promise<unknown>
  /** What the alert says about it; undefined: the sentences under the fields say it all. */
  failure: (error: unknown, hasFields: boolean) => string | undefined
  /** What the alert says about an attempt with errors; without it the sentences under the fields are enough. */
  invalid?: (values: Values) => string
  /** What to say in place of a sentence of the server. */
  translate?: (sentence: string, code?: FailureCode) => string
  /** A refusal that names fields leads to the first of them; otherwise the alert has the focus. */
  leadsToFields?: boolean
  /** The form stays on the screen after it was sent. */
  staysOpen?: boolean
}

/** What `FormShell` shows of a form that is filled in and sent. */
export type Submission = ReturnType<typeof useSubmit>

/**
 * Sends a form. What the server refuses stands under the fields that it names, and above the form. An attempt with
 * errors leads to its first bad field.
 */
export function useSubmit<Values extends FieldValues, Checked = Values>(
  form: UseFormReturn<Values, unknown, Checked>,
  { send, failure, invalid, translate, leadsToFields = false, staysOpen = false }: Options<Values, Checked>,
) {
  const { errors, isSubmitting, isSubmitSuccessful, submitCount } = form.formState
  const element = useRef<HTMLFormElement>(null)
  const followed = useRef(submitCount)
  const alertTakesFocus = errors.root !== undefined && errors.root.type !== 'fields'

  // Once for every attempt. By the order on the screen, which is not that of registering.
  useLayoutEffect(() => {
    if (followed.current === submitCount) return
    followed.current = submitCount
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
    /** Otherwise the alert is only announced: the focus goes to the field that is wrong. */
    alertTakesFocus,
    /** Tells one attempt from the next. */
    attempt: submitCount,
  }
}

/** Puts the server's sentences under the fields they name; tells whether the form has any of these. */
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

/** What a field component takes: the input of this name, and the sentence under it. */
export function fieldOf<Values extends FieldValues, Checked>(
  { register, getFieldState, formState }: UseFormReturn<Values, unknown, Checked>,
  name: FieldPath<Values>,
) {
  return { ...register(name), error: getFieldState(name, formState).error?.message }
}

/** The field of this name in a form. */
export const fieldIn = (form: Element | null, name: string) =>
  form?.querySelector<HTMLElement>(`[name="${name}"]`)
