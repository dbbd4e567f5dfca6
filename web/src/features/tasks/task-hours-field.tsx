import type { ComponentProps } from 'react'
import { limits } from '#shared/limits.ts'
import { TextField } from '../../components/text-field.tsx'

const step = limits.taskTenthsMin / 10

/** Hours as plain decimals in tenths (not hour.minutes as in reports). */
export function TaskHoursField(props: ComponentProps<typeof TextField>) {
  return <TextField type="number" inputMode="decimal" min={step} step={step} {...props} />
}
