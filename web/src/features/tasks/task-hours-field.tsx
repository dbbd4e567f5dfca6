import type { ComponentProps } from 'react'
import { type FieldPath, type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { formatHours, spellHours } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { TextField } from '../../components/text-field.tsx'
import { useWrittenHours } from '../../domain/use-written-hours.ts'
import { fieldOf } from '../../lib/use-submit.ts'

const step = limits.taskTenthsMin / 10

const tenthsText = (minutes: number) => String(Math.round(minutes / 6) / 10)

type TaskHoursFieldProps<Values extends FieldValues> = Pick<
  ComponentProps<typeof TextField>,
  'label' | 'help'
> & {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
  /** Whole minutes that reports name for the task: offered as its value, in one press. */
  logged?: number
}

/** Hours as plain decimals in tenths (not hour.minutes as in reports), saying what they mean while they are typed. */
export function TaskHoursField<Values extends FieldValues>(props: TaskHoursFieldProps<Values>) {
  const { form, name, logged = 0, ...texts } = props
  const { ref, ...field } = fieldOf(form, name)
  const typed: unknown = useWatch({ control: form.control, name })
  const input = useWrittenHours(tenthsText, change)

  function change(hours: string) {
    if (!input.current) return
    input.current.value = hours
    void field.onChange({ target: input.current, type: 'change' })
  }

  function handleUse() {
    change(loggedText(logged))
    input.current?.focus()
  }

  const control = (
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
  if (logged === 0) return control
  return (
    <div>
      {control}
      <button type="button" className="use-logged" onClick={handleUse}>
        {messages.tasks.applyLogged(formatHours(logged), loggedText(logged), logged % 6 !== 0)}
      </button>
    </div>
  )
}

/** The nearest tenth, and never less than the smallest there is. */
const loggedText = (minutes: number) => tenthsText(Math.max(minutes, limits.taskTenthsMin * 6))

function meaningOf(typed: string) {
  const minutes = Math.round(Number(typed) * 60)
  const isMeant = minutes > 0 && minutes <= limits.taskTenthsMax * 6
  return isMeant ? `${Number(typed)} = ${spellHours(minutes)}` : messages.tasks.decimalHoursHint
}
