import {
  formatDay,
  formatDayOf,
  formatInstant,
  formatLongDay,
  formatLongInstant,
  formatTime,
} from '../lib/dates.ts'

/** A calendar day in the short form, with the full form as its tooltip. */
export function Day({ date }: { date: string }) {
  return (
    <time dateTime={date} title={formatLongDay(date)}>
      {formatDay(date)}
    </time>
  )
}

/** A moment in the short form, or only its time of day, with the full form as its tooltip. */
export function Moment({ instant, timeOnly = false }: { instant: string; timeOnly?: boolean }) {
  return (
    <time dateTime={instant} title={formatLongInstant(instant)}>
      {timeOnly ? formatTime(instant) : formatInstant(instant)}
    </time>
  )
}

/** The day of a moment whose time doesn't matter; the tooltip has the time. */
export function DayOf({ instant }: { instant: string }) {
  return (
    <time dateTime={instant} title={formatLongInstant(instant)}>
      {formatDayOf(instant)}
    </time>
  )
}
