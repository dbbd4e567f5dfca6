import { CheckBoxes } from '../components/check-boxes.tsx'
import { weekdays } from './weekdays.ts'

const choices = weekdays.map(({ number, name, short }) => ({ value: number, label: name, short }))

type WorkingDaysFieldProps = {
  legend?: string
  help?: string
  error?: string
  days: readonly number[]
  onChange: (days: number[]) => void
}

export function WorkingDaysField({ legend = 'Working days', days, ...field }: WorkingDaysFieldProps) {
  return <CheckBoxes legend={legend} choices={choices} chosen={days} isRow {...field} />
}
