import { useEffect, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormProps } from 'react-hook-form'
import * as z from 'zod/mini'
import { useActor } from './can.tsx'
import { emptySlot, readSlot, sweepSlots, writeSlot } from './drafts.ts'
import { useForm } from './use-form.ts'

const prefix = 'form-draft:'
const shape = { values: z.unknown(), based_on: z.string() }

/**
 * A form whose typed text outlives Cancel, Escape, another page and a reload, until it is saved or discarded. `name`
 * says which form of this user it is. What was typed over another version of the thing is left alone.
 */
export function useFormDraft<Values extends FieldValues>(
  name: string,
  initial: Values,
  options: Pick<UseFormProps<Values>, 'resolver'>,
) {
  const slot = `${prefix}${useActor()?.id}:${name}`
  const [start] = useState(initial)
  const basedOn = JSON.stringify(start)
  const [kept] = useState(() => {
    const draft = readSlot(slot, shape)
    return draft?.based_on === basedOn ? (draft.values as Values) : null
  })
  const [isRestored, setIsRestored] = useState(kept !== null)
  const form = useForm<Values>({ ...options, defaultValues: (kept ?? start) as DefaultValues<Values> })

  useEffect(() => sweepSlots(prefix, shape), [])
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback({ values }) {
          if (JSON.stringify(values) === basedOn) emptySlot(slot)
          else writeSlot(slot, { values, based_on: basedOn })
        },
      }),
    [form.subscribe, slot, basedOn],
  )

  const finish = () => emptySlot(slot)

  function discard() {
    finish()
    // Otherwise the fields register anew with the next render, and none can take the focus before that.
    form.reset(start, { keepFieldsRef: true })
    setIsRestored(false)
  }

  return { form, first: kept ?? start, isRestored, discard, finish }
}
