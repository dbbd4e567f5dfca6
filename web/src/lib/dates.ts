import { useSyncExternalStore } from 'react'
import { localDay, noonOf, systemClock } from '#shared/dates.ts'

// Dates in the viewer's locale and time zone. A calendar day has no time zone, so it isn't converted.

const shortDay: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
const longDay: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
}
const minute: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' }

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Formatters are kept by time zone, because creating one takes much longer than using it. */
function withFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${systemClock.now().getTimezoneOffset()} ${JSON.stringify(options)}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(undefined, options)
  formatters.set(key, formatter)
  return formatter
}

/** "31 Mar 2026" */
export const formatDay = (day: string) => withFormat(shortDay).format(noonOf(day))

/** "Tuesday, 31 March 2026", for tooltips and headings. */
export const formatLongDay = (day: string) => withFormat(longDay).format(noonOf(day))

/** "Tuesday 31 March" or "Tue 31 Mar", for a day so near that its year is clear. */
export const formatWeekdayDay = (day: string, length: 'long' | 'short' = 'long') =>
  [{ weekday: length }, { day: 'numeric' } as const, { month: length }]
    .map(part => withFormat(part).format(noonOf(day)))
    .join(' ')

/** "March 2026" */
export const formatMonth = (month: string) =>
  withFormat({ month: 'long', year: 'numeric' }).format(noonOf(`${month}-01`))

/** "Mar" */
export const formatShortMonth = (month: string) =>
  withFormat({ month: 'short' }).format(noonOf(`${month}-01`))

/** "Mar 2026" */
export const formatMonthAndYear = (month: string) =>
  withFormat({ month: 'short', year: 'numeric' }).format(noonOf(`${month}-01`))

/** "31 Mar" */
export const formatDayAndMonth = (day: string) =>
  withFormat({ day: 'numeric', month: 'short' }).format(noonOf(day))

/** "30 Mar – 5 Apr", or "31 Mar" for a single day. */
export const formatSpan = (start: string, end: string) =>
  withFormat({ day: 'numeric', month: 'short' }).formatRange(noonOf(start), noonOf(end))

/** "30 Mar – 5 Apr 2026" */
export const formatDaySpan = (start: string, end: string) =>
  withFormat(shortDay).formatRange(noonOf(start), noonOf(end))

/** "30 March – 5 April" */
export const formatLongSpan = (start: string, end: string) =>
  withFormat({ day: 'numeric', month: 'long' }).formatRange(noonOf(start), noonOf(end))

/** "March", or "March 2026" in another year than that of `today`. */
export const formatRecentMonth = (month: string, today: string) =>
  month.startsWith(today.slice(0, 4))
    ? withFormat({ month: 'long' }).format(noonOf(`${month}-01`))
    : formatMonth(month)

/** "July – September 2026" */
export const formatMonthSpan = (start: string, end: string) =>
  withFormat({ month: 'long', year: 'numeric' }).formatRange(noonOf(start), noonOf(end))

/** "Tuesday" or "Tue" */
export const formatWeekday = (day: string, weekday: 'long' | 'short') =>
  withFormat({ weekday }).format(noonOf(day))

/** "31 Mar 2026": the day of a moment, in the viewer's zone. */
export const formatDayOf = (instant: string) => withFormat(shortDay).format(Date.parse(instant))

/** "17:42" */
export const formatTime = (instant: string) => withFormat(minute).format(Date.parse(instant))

/** "31 Mar 2026, 17:42" */
export const formatInstant = (instant: string) =>
  withFormat({ ...shortDay, ...minute }).format(Date.parse(instant))

/** "Tuesday, 31 March 2026 at 17:42", for tooltips. */
export const formatLongInstant = (instant: string) =>
  withFormat({ ...longDay, ...minute }).format(Date.parse(instant))

/** "17:42" for a moment of today, else with its day. */
export function formatRecent(instant: string, today: string): string {
  const day = withFormat(shortDay).format(Date.parse(instant))
  return day === formatDay(today) ? formatTime(instant) : formatInstant(instant)
}

/**
 * Shortens a text to one line of a list: it is cut after `length` characters and then ends in "...". Line breaks become
 * dots, so that lines don't read as one sentence.
 */
export function truncate(text: string, length: number): string {
  const shown = text.length > length ? `${text.slice(0, length)}...` : text
  return shown.replace(/\s*\n\s*/g, '\u00a0· ')
}

const today = () => localDay(systemClock.now())

/** A page left open over midnight shows the new day as soon as its window gets the focus. */
function subscribe(check: () => void) {
  window.addEventListener('focus', check)
  document.addEventListener('visibilitychange', check)
  return () => {
    window.removeEventListener('focus', check)
    document.removeEventListener('visibilitychange', check)
  }
}

/** The viewer's calendar day, YYYY-MM-DD. */
export const useToday = () => useSyncExternalStore(subscribe, today)
