import type { ComponentProps } from 'react'
import { spellHours } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { TextField } from '../../components/text-field.tsx'

const step = limits.taskTenthsMin / 10

type TaskHoursFieldProps = ComponentProps<typeof TextField> & {
  /** What is in the field now, to say what it means. */
  typed: unknown
}

/** Hours as plain decimals in tenths (not hour.minutes as in reports), saying what they mean while they are typed. */
export function TaskHoursField({ typed, ...props }: TaskHoursFieldProps) {
  return (
    <TextField
      type="number"
      inputMode="decimal"
      min={step}
      step={step}
      meaning={meaningOf(String(typed ?? ''))}
      {...props}
    />
  )
}

function meaningOf(typed: string) {
  const minutes = Math.round(Number(typed) * 60)
  const isMeant = minutes > 0 && minutes <= limits.taskTenthsMax * 6
  return isMeant ? `${Number(typed)} = ${spellHours(minutes)}` : messages.task.decimalHoursHint
}
