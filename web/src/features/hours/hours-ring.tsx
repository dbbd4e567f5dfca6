import { formatHours } from '#shared/hours.ts'
import { hoursBar, hoursColour } from './summary-of.ts'
import './hours.scss'

/** Hours in a circle whose rim is full at eight. The number stands in it; the colour only repeats it. */
export function HoursRing({ label, minutes }: { label: string; minutes: number }) {
  const percent = hoursBar(minutes, 12.5)
  return (
    <div className={`hours-ring hours-ring-${hoursColour(minutes)}`}>
      <div
        className="hours-ring-bar"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={formatHours(minutes)}
        style={{ '--filled': `${percent}%` } as React.CSSProperties}
      />
      <span className="hours-ring-text">{formatHours(minutes)}</span>
    </div>
  )
}
