import {
  formatDay,
  formatDayOf,
  formatInstant,
  formatLongDay,
  formatLongInstant,
  formatTime,
} from '../lib/dates.ts'

/** A calendar day in the short form, the full one as a tooltip. */
export function Day({ date }: { date: string }) {
  return (
    <time dateTime={date} title={formatLongDay(date)}>
      {formatDay(date)}
    </time>
  )
}

/** A moment in the short form, or only its time of day; the full form as a tooltip. */
export function Moment({ instant, timeOnly = false }: { instant: string; timeOnly?: boolean }) {
  return (
    <time dateTime={instant} title={formatLongInstant(instant)}>
      {timeOnly ? formatTime(instant) : formatInstant(instant)}
    </time>
  )
}

/** The day of a moment, where its time does not matter; it is in the tooltip. */
export function DayOf({ instant }: { instant: string }) {
  return (
    <time dateTime={instant} title={formatLongInstant(instant)}>
      {formatDayOf(instant)}
    </time>
  )
}
