import { type KeyboardEvent, useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { decimalReading, hoursText, normaliseHours, parseHours, spellHours } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { Field } from '../../components/fields.tsx'
import { useWrittenHours } from '../../domain/written-hours.ts'
import type { ReportValues } from './report-values.ts'

type HoursFieldProps = { control: Control<ReportValues>; name: `task_details.${number}.hours` }

/** Hours in the form hour.minutes, spelled out while the user types: "1.5" is 1 h 50 min, and 1 h 30 min is offered. */
export function HoursField({ control, name }: HoursFieldProps) {
  const { field, fieldState } = useController({ control, name })
  const { value, onChange } = field
  const error = fieldState.error?.message
  const input = useWrittenHours(hoursText, change)
  /** On blur the value is normalised ("1.5" becomes "1.50"). The offer for the typed value stays. */
  const [blurred, setBlurred] = useState<{ value: string; offer: number | undefined } | null>(null)
  const { minutes } = parseHours(value, Number.POSITIVE_INFINITY)
  const reading = decimalReading(value)
  const isPossible = reading !== undefined && reading <= limits.taskHoursMax * 60
  const offer = blurred?.value === value ? blurred.offer : isPossible ? reading : undefined
  function change(next: string) {
    setBlurred(null)
    onChange(next)
  }

  /** Steps by a minute: the browser's own step is a hundredth and would go from 1.00 to 0.99. */
  function handleKeyDown(event: KeyboardEvent) {
    const { key, altKey, ctrlKey, metaKey } = event
    const step = { ArrowUp: 1, ArrowDown: -1 }[key]
    if (!step || altKey || ctrlKey || metaKey) return
    event.preventDefault()
    const parsed = parseHours(value, Number.POSITIVE_INFINITY)
    if (parsed.problem !== 'malformed') change(hoursText(Math.max(0, (parsed.minutes ?? 0) + step)))
  }

  function handleBlur() {
    const normalised = normaliseHours(value)
    setBlurred({ value: normalised, offer })
    if (normalised !== value) onChange(normalised)
    field.onBlur()
  }

  function handleAccept(accepted: number) {
    change(hoursText(accepted))
    // The button that had the focus is removed.
    input.current?.focus()
  }

  return (
    <div className="hours-field">
      <Field label="Hours" help={minutes === undefined ? undefined : spellHours(minutes)} error={error}>
        {control => (
          <input
            {...control}
            ref={input}
            className={`form-control tabular ${error ? 'is-invalid' : ''}`}
            name={name}
            type="number"
            inputMode="decimal"
            step="0.01"
            min="0"
            placeholder="0.00"
            autoComplete="off"
            value={value}
            onChange={event => change(Number(event.target.value) < 0 ? '0' : event.target.value)}
            onKeyDown={handleKeyDown}
            onBlur={handleBlur}
            // Scrolling the page over a focused number must not change it.
            onWheel={event => event.currentTarget.blur()}
          />
        )}
      </Field>
      <div className="hours-offer" aria-live="polite">
        {offer !== undefined && (
          <button
            type="button"
            // The field keeps the focus: its blur could move the button away from under the pointer.
            onMouseDown={event => event.preventDefault()}
            onClick={() => handleAccept(offer)}
          >
            {spellHours(offer)} instead?
          </button>
        )}
      </div>
    </div>
  )
}
