/** The source of the current time. Tests pass their own. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** Formats an instant for replies and the database: ISO 8601 in UTC, always 24 characters, so that text order is time order. */
export function toInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

// A day is a calendar date as text, YYYY-MM-DD. Text order is time order, and a day has no time zone.

const hour = 3_600_000

/** The calendar day in the browser's time zone. */
export function localDay(date: Date): string {
  const month = String(date.getMonth() + 1).padStart(2, '0')
  const day = String(date.getDate()).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${month}-${day}`
}

/** The calendar day of an instant in the browser's time zone. */
export function localDayOf(instant: string): string {
  return localDay(new Date(instant))
}

/** The latest current date in any time zone (UTC+14). */
export function latestToday(now: Date): string {
  return toInstant(now.getTime() + 14 * hour).slice(0, 10)
}

/** The earliest current date in any time zone (UTC−12). */
export function earliestToday(now: Date): string {
  return toInstant(now.getTime() - 12 * hour).slice(0, 10)
}

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const parsed = Date.parse(`${text}T00:00:00Z`)
  // 30 February parses as 1 March, so the text is compared with the parsed day.
  return !Number.isNaN(parsed) && toInstant(parsed).startsWith(text)
}

/** The first instant of a day in UTC. */
export function startOfDay(day: string): string {
  return `${day}T00:00:00.000Z`
}

export function addDays(day: string, count: number): string {
  return toInstant(Date.parse(`${day}T00:00:00Z`) + count * 24 * hour).slice(0, 10)
}

/** The date ranges of the filter menu, with their labels. */
export const datePresets = {
  today: 'Today',
  yesterday: 'Yesterday',
  'this-week': 'This week',
  'last-week': 'Last week',
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'last-quarter': 'Last quarter',
} as const
export type DatePreset = keyof typeof datePresets

export type Span = { startDate: string; endDate: string }

/** The day, week or month that a day is in. */
export const spanOfUnit = (unit: 'day' | 'week' | 'month', day: string): Span =>
  spanOf(unit === 'day' ? 'today' : `this-${unit}`, day)

/** The range of a preset relative to `today`. Weeks, months and quarters are whole, including days in the future. */
export function spanOf(preset: DatePreset, today: string): Span {
  switch (preset) {
    case 'today':
      return { startDate: today, endDate: today }
    case 'yesterday':
      return spanOf('today', addDays(today, -1))
    case 'this-week': {
      const monday = addDays(today, -daysSinceMonday(today))
      return { startDate: monday, endDate: addDays(monday, 6) }
    }
    case 'last-week':
      return spanOf('this-week', addDays(today, -7))
    case 'this-month': {
      const first = `${today.slice(0, 8)}01`
      // 31 days after the first is in the next month, whatever its length.
      const next = `${addDays(first, 31).slice(0, 8)}01`
      return { startDate: first, endDate: addDays(next, -1) }
    }
    case 'last-month':
      return spanOf('this-month', addDays(`${today.slice(0, 8)}01`, -1))
    case 'this-quarter': {
      const month = today.slice(0, 7)
      const first = addMonths(month, -((Number(month.slice(5)) - 1) % 3))
      return { ...spanOf('this-month', `${addMonths(first, 2)}-01`), startDate: `${first}-01` }
    }
    case 'last-quarter':
      return spanOf('this-quarter', addDays(spanOf('this-quarter', today).startDate, -1))
  }
}

/** The preset that has this range relative to `today`, or undefined if there is none. */
export function presetOf(startDate: string, endDate: string, today: string): DatePreset | undefined {
  return (Object.keys(datePresets) as DatePreset[]).find(preset => {
    const span = spanOf(preset, today)
    return span.startDate === startDate && span.endDate === endDate
  })
}

/** A month such as 2026-03. */
export function isMonth(text: string): boolean {
  return isDay(`${text}-01`)
}

/** Adds months to a month. A negative number counts back. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const months = year * 12 + number - 1 + count
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** Every day of a month, in order. */
export function daysOfMonth(month: string): string[] {
  const { startDate, endDate } = spanOf('this-month', `${month}-01`)
  return daysWithin(startDate, endDate)
}

/** Every day of a year such as 2026, in order. */
export function daysOfYear(year: string): string[] {
  return daysWithin(`${year}-01-01`, `${year}-12-31`)
}

/** Every day from one to another, both included. */
export function daysWithin(startDate: string, endDate: string): string[] {
  const days: string[] = []
  for (let day = startDate; day <= endDate; day = addDays(day, 1)) days.push(day)
  return days
}

/** How many calendar months a span has if it begins and ends with one; otherwise 0. */
export function wholeMonths({ startDate, endDate }: Span): number {
  if (!startDate.endsWith('-01') || spanOf('this-month', endDate).endDate !== endDate) return 0
  return monthIndex(endDate) - monthIndex(startDate) + 1
}

const monthIndex = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/** The period that a span is compared with: the same number of whole months before it, otherwise of days. */
export function spanBefore(span: Span): Span {
  const { startDate, endDate } = span
  const months = wholeMonths(span)
  return {
    startDate:
      months > 0
        ? `${addMonths(startDate.slice(0, 7), -months)}-01`
        : addDays(startDate, -countDays(startDate, endDate)),
    endDate: addDays(startDate, -1),
  }
}

/** How many days there are from one to another, both included. */
export function countDays(startDate: string, endDate: string): number {
  return (Date.parse(`${endDate}T00:00:00Z`) - Date.parse(`${startDate}T00:00:00Z`)) / (24 * hour) + 1
}

/** 1 is Monday, 7 is Sunday. */
export function isoWeekday(day: string): number {
  return daysSinceMonday(day) + 1
}

/** Weeks begin on Monday here, and on Sunday in JavaScript. */
const daysSinceMonday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** The first day of the edit window. A window of 3 days is today and the two days before. */
export function startOfEditWindow(today: string, windowDays: number): string {
  return addDays(today, 1 - windowDays)
}

/** Days in the future are within the window too, because it may already be tomorrow in the author's zone. */
export function isWithinEditWindow(day: string, today: string, windowDays: number): boolean {
  return day >= startOfEditWindow(today, windowDays)
}

/** Noon of a day in local time: a Date that Intl formats as that day in every zone and across DST changes. */
export function noonOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}
