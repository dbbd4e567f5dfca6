import { addDays, isDay } from '#shared/dates.ts'
import { dayLimits } from '#shared/limits.ts'
import { settingsMessages } from '#shared/messages/settings.ts'
import { collect, type Found } from './found-holidays.ts'

// An .ics file (RFC 5545), as far as public holidays need it: events that last whole days, once or every year.

type Property = { value: string; parameters: string }
type Event = { line: number; properties: Map<string, Property> }

const mostDays = 31

/** Reads the holidays of a calendar file. Events that come back every year are read from `fromYear` on. */
export function readCalendarFile(text: string, fromYear: number): Found {
  const found: Found = { holidays: [], problems: [] }
  for (const event of eventsOf(text)) {
    if (event.properties.get('STATUS')?.value.toUpperCase() === 'CANCELLED') continue
    readEvent(event, fromYear, found)
  }
  return found
}

function readEvent({ line, properties }: Event, fromYear: number, found: Found) {
  const name = unescaped(properties.get('SUMMARY')?.value ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  const at = { line, text: name || settingsMessages.eventWithoutName }
  const start = properties.get('DTSTART')
  const first = start && dayIn(start)
  if (!first) {
    found.problems.push({ ...at, reason: settingsMessages.eventNotWholeDay })
    return
  }
  const length = lengthOf(first, properties)
  if (length > mostDays) {
    found.problems.push({ ...at, reason: settingsMessages.eventTooLong(mostDays) })
    return
  }
  for (const begin of datesOf(first, properties.get('RRULE')?.value, fromYear)) {
    for (let day = 0; day < length; day++) collect(found, { date: addDays(begin, day), name }, at)
  }
}

/** The events with their properties. A line that begins with a space or a tab continues the one before. */
function eventsOf(text: string): Event[] {
  const events: Event[] = []
  let event: Event | undefined
  // An alarm inside an event has properties of the same names.
  let inner = 0
  for (const { line, content } of unfolded(text)) {
    const [, name = '', parameters = '', value = ''] =
      /^([\w-]+)((?:;[^":]*(?:"[^"]*"[^":]*)*)?):(.*)$/.exec(content) ?? []
    const key = name.toUpperCase()
    const component = value.trim().toUpperCase()
    if (key === 'BEGIN' && component === 'VEVENT') event = { line, properties: new Map() }
    else if (key === 'END' && component === 'VEVENT') {
      if (event) events.push(event)
      event = undefined
      inner = 0
    } else if (key === 'BEGIN') inner++
    else if (key === 'END') inner--
    else if (event && inner <= 0 && !event.properties.has(key)) {
      event.properties.set(key, { value: value.trim(), parameters: parameters.toUpperCase() })
    }
    if (!event) inner = 0
  }
  return events
}

function unfolded(text: string) {
  const lines: { line: number; content: string }[] = []
  for (const [index, content] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const last = lines.at(-1)
    if (/^[ \t]/.test(content) && last) last.content += content.slice(1)
    else lines.push({ line: index + 1, content })
  }
  return lines
}

/** The day of an event that lasts whole days. Some calendars write midnight instead of a date alone. */
function dayIn({ value }: Property): string | undefined {
  const [, year, month, date, time] = /^(\d{4})(\d{2})(\d{2})(?:T(\d{6})Z?)?$/i.exec(value) ?? []
  if (time !== undefined && time !== '000000') return undefined
  const day = `${year}-${month}-${date}`
  return isDay(day) ? day : undefined
}

/** In days. The end of an event is the first day after it. */
function lengthOf(first: string, properties: Event['properties']): number {
  const end = properties.get('DTEND')
  const after = end && dayIn(end)
  if (after && after > first) return (Date.parse(after) - Date.parse(first)) / Date.parse('1970-01-02')
  const [, weeks, days] = /^\+?P(?:(\d+)W|(\d+)D)/i.exec(properties.get('DURATION')?.value ?? '') ?? []
  return Math.max(1, Number(weeks ?? 0) * 7 || Number(days ?? 0))
}

/** How many years ahead an event is read that comes back every year. */
const yearsAhead = 3

/** The days on which an event begins. Only those that come back on the same date every year are repeated. */
function datesOf(first: string, rule: string | undefined, fromYear: number): string[] {
  const parts = new Map(
    (rule ?? '').split(';').map(part => part.toUpperCase().split('=', 2) as [string, string]),
  )
  const isYearly =
    parts.get('FREQ') === 'YEARLY' &&
    !['BYDAY', 'BYWEEKNO', 'BYYEARDAY', 'BYSETPOS'].some(by => parts.has(by))
  if (!isYearly) return [first]
  const every = Number(parts.get('INTERVAL') ?? 1) || 1
  const count = Number(parts.get('COUNT') ?? Number.POSITIVE_INFINITY)
  const until =
    (parts.get('UNTIL') ?? '').slice(0, 8).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3') || dayLimits.latest
  const firstYear = Number(first.slice(0, 4))
  const dates: string[] = []
  for (let year = firstYear, nth = 1; year < fromYear + yearsAhead && nth <= count; year += every) {
    const date = `${year}${first.slice(4)}`
    // 29 February is not in every year, and not counted where it isn't.
    if (!isDay(date)) continue
    nth++
    if (date > until) break
    if (year >= fromYear) dates.push(date)
  }
  return dates
}

const unescaped = (text: string) =>
  text.replace(/\\([\\;,nN])/g, (_, letter: string) => (letter.toLowerCase() === 'n' ? ' ' : letter))
