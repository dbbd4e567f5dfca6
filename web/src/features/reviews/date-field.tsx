import { useState } from 'react'
import { TextField } from '../../components/text-field.tsx'

type DateFieldProps = {
  label: string
  /** A day, or empty. */
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

/** While a year is typed, the browser reports the years 2, 20 and 202 on the way. */
const isTyped = (day: string) => day === '' || day >= '1900'

export function DateField({ label, value, min, max, onChange }: DateFieldProps) {
  const [draft, setDraft] = useState(value)
  const [shown, setShown] = useState(value)
  // Cleared from elsewhere, or on the way back.
  if (shown !== value) {
    setShown(value)
    setDraft(value)
  }

  function handleChange(day: string) {
    setDraft(day)
    if (isTyped(day)) onChange(day)
  }

  return (
    <TextField
      type="date"
      label={label}
      value={draft}
      min={min || undefined}
      max={max || undefined}
      onChange={({ target }) => handleChange(target.value)}
    />
  )
}
