import type { ComponentProps } from 'react'
import { type FieldPath, type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { spellHours } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { TextField } from '../../components/text-field.tsx'
import { fieldOf } from '../../lib/use-submit.ts'
import { useWrittenHours } from '../../lib/use-written-hours.ts'

const step = limits.taskTenthsMin / 10

const tenthsText = (minutes: number) => String(Math.round(minutes / 6) / 10)

type TaskHoursFieldProps<Values extends FieldValues> = Pick<
  ComponentProps<typeof TextField>,
  'label' | 'help'
> & {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
}

/** Hours as plain decimals in tenths (not hour.minutes as in reports), saying what they mean while they are typed. */
export function TaskHoursField<Values extends FieldValues>(props: TaskHoursFieldProps<Values>) {
  const { form, name, ...texts } = props
  const { ref, ...field } = fieldOf(form, name)
  const typed: unknown = useWatch({ control: form.control, name })
  const input = useWrittenHours(tenthsText, hours => {
    if (!input.current) return
    input.current.value = hours
    void field.onChange({ target: input.current, type: 'change' })
  })

  return (
    <TextField
      type="number"
      inputMode="decimal"
      min={step}
      step={step}
      meaning={meaningOf(String(typed ?? ''))}
      {...texts}
      {...field}
      ref={element => {
        input.current = element
        ref(element)
      }}
    />
  )
}

function meaningOf(typed: string) {
  const minutes = Math.round(Number(typed) * 60)
  const isMeant = minutes > 0 && minutes <= limits.taskTenthsMax * 6
  return isMeant ? `${Number(typed)} = ${spellHours(minutes)}` : messages.task.decimalHoursHint
}
