import { normaliseHours, parseHours, spellHours } from '#shared/hours.ts'
import { Field } from '../../components/field.tsx'

type HoursFieldProps = {
  name: string
  value: string
  error?: string
  onChange: (value: string) => void
}

/** hour.minutes, saying what they mean while they are typed: "1.5" is 1 h 50 min. */
export function HoursField({ name, value, error, onChange }: HoursFieldProps) {
  const { minutes } = parseHours(value, Number.POSITIVE_INFINITY)

  function handleBlur() {
    const normalised = normaliseHours(value)
    if (normalised !== value) onChange(normalised)
  }

  return (
    <Field label="Hours" help={minutes === undefined ? undefined : spellHours(minutes)} error={error}>
      {control => (
        <input
          {...control}
          className={`form-control tabular ${error ? 'is-invalid' : ''}`}
          name={name}
          type="number"
          inputMode="decimal"
          step="0.01"
          min="0"
          placeholder="0.00"
          autoComplete="off"
          value={value}
          onChange={event => onChange(Number(event.target.value) < 0 ? '0' : event.target.value)}
          onBlur={handleBlur}
          // Scrolling the page over a focused number must not change it.
          onWheel={event => event.currentTarget.blur()}
        />
      )}
    </Field>
  )
}
