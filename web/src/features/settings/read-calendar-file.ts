import { addDays, isDay } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { addHoliday, type Found } from './found-holidays.ts'

// Reads the part of an .ics file (RFC 5545) that public holidays need: events that last whole days, once or every year.

type Event = { line: number; properties: Map<string, string> }

const mostDays = 31

/**
 * Reads the holidays of a calendar file. Events that repeat every year are read from `fromYear` on. The file is untrusted, so
 * events, days and years each have a limit that bounds the time.
 */
export function readCalendarFile(text: string, fromYear: number): Found {
  const found: Found = { holidays: [], problems: [] }
  let events = 0
  for (const event of eventsOf(text)) {
    // The first problem in the list, because the preview shows only the first ones.
    const stop = (reason: string) =>
      found.problems.unshift({ line: event.line, text: shortened(nameOf(event)), reason })
    if (events++ === limits.calendarEventsMax) {
      stop(messages.settings.eventsTooMany)
      break
    }
    if (event.properties.get('STATUS')?.toUpperCase() === 'CANCELLED') continue
    readEvent(event, fromYear, found)
    if (found.holidays.length > limits.holidaysMax) {
      found.holidays.length = limits.holidaysMax
      stop(messages.settings.eventDaysTooMany)
      break
    }
  }
  return found
}

function readEvent(event: Event, fromYear: number, found: Found) {
  const { line, properties } = event
  const name = nameOf(event)
  const at = { line, text: shortened(name) }
  const skip = (reason: string) => void found.problems.push({ ...at, reason })
  const start = properties.get('DTSTART')
  const first = start && dayIn(start)
  if (!first) return skip(messages.settings.eventNotWholeDay)
  const length = lengthOf(first, properties)
  if (length > mostDays) return skip(messages.settings.eventTooLong(mostDays))
  const begins = datesOf(first, properties.get('RRULE'), fromYear)
  if (!begins) return skip(messages.settings.eventRuleUnreadable)
  for (const begin of begins) {
    for (let day = 0; day < length; day++) {
      const reason = addHoliday(found, { date: addDays(begin, day), name })
      // The other days of the event have the same problem.
      if (reason !== undefined) return skip(reason)
    }
  }
}

function nameOf({ properties }: Event): string {
  return unescaped(properties.get('SUMMARY') ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Shortens a name for the preview, because it can be as long as the file. */
const shortened = (name: string) =>
  (name.length > textMax ? `${name.slice(0, textMax)}...` : name) || messages.settings.eventWithoutName
const textMax = 100

/** The events with their properties. A line that begins with a space or a tab continues the one before. */
function* eventsOf(text: string): Generator<Event> {
  let event: Event | undefined
  // Components inside an event, such as alarms, have properties with the same names.
  let inner = 0
  for (const { line, content } of unfolded(text)) {
    const { key, value } = propertyIn(content)
    const component = value.toUpperCase()
    if (key === 'BEGIN' && component === 'VEVENT') event = { line, properties: new Map() }
    else if (key === 'END' && component === 'VEVENT') {
      if (event) yield event
      event = undefined
      inner = 0
    } else if (key === 'BEGIN') inner++
    else if (key === 'END') inner--
    else if (event && inner <= 0 && !event.properties.has(key)) {
      event.properties.set(key, value)
    }
    if (!event) inner = 0
  }
}

/** The name and the value of a property. Between them are parameters, whose quoted values may contain colons. */
function propertyIn(content: string) {
  const [name = ''] = /^[\w-]+(?=[:;])/.exec(content) ?? []
  let isQuoted = false
  for (let at = name.length; name !== '' && at < content.length; at++) {
    if (content[at] === '"') isQuoted = !isQuoted
    else if (content[at] === ':' && !isQuoted)
      return { key: name.toUpperCase(), value: content.slice(at + 1).trim() }
  }
  return { key: '', value: '' }
}

function* unfolded(text: string) {
  let last: { line: number; content: string } | undefined
  for (const [index, content] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    if (/^[ \t]/.test(content) && last) last.content += content.slice(1)
    else {
      if (last) yield last
      last = { line: index + 1, content }
    }
  }
  if (last) yield last
}

/** The day of an event that lasts whole days. Some calendars write midnight instead of a date alone. */
function dayIn(value: string): string | undefined {
  const [, year, month, date, time] = /^(\d{4})(\d{2})(\d{2})(?:T(\d{6})Z?)?$/i.exec(value) ?? []
  if (time !== undefined && time !== '000000') return undefined
  const day = `${year}-${month}-${date}`
  return isDay(day) ? day : undefined
}

/** The number of days. The end of an event is the first day after it. */
function lengthOf(first: string, properties: Event['properties']): number {
  const end = properties.get('DTEND')
  const after = end && dayIn(end)
  if (after && after > first) return (Date.parse(after) - Date.parse(first)) / Date.parse('1970-01-02')
  const [, weeks, days] = /^\+?P(?:(\d+)W|(\d+)D)/i.exec(properties.get('DURATION') ?? '') ?? []
  return Math.max(1, Number(weeks ?? 0) * 7 || Number(days ?? 0))
}

/**
 * The days on which an event begins; undefined if its rule can't be read. Only events that repeat on the same date every
 * year are repeated; for every other rule only the first date is used.
 */
function datesOf(first: string, rule: string | undefined, fromYear: number): string[] | undefined {
  if (rule === undefined) return [first]
  const parts = partsOf(rule)
  if (!parts) return undefined
  const every = Number(parts.get('INTERVAL') ?? 1)
  const count = Number(parts.get('COUNT') ?? Number.POSITIVE_INFINITY)
  const end = parts.get('UNTIL')
  const until = end === undefined ? limits.latestDay : dayIn(end.slice(0, 8))
  if (every === 0 || count === 0 || until === undefined) return undefined
  if (!isSameDateEveryYear(parts, first)) return [first]
  const [firstYear, monthAndDay] = [Number(first.slice(0, 4)), first.slice(4)]
  const dates: string[] = []
  for (
    let year = firstYear, nth = 1;
    year < fromYear + limits.calendarYearsAhead && nth <= count;
    year += every
  ) {
    // 29 February exists in leap years only, and COUNT counts only those.
    if (monthAndDay === '-02-29' && !isLeap(year)) continue
    nth++
    if (year < fromYear) continue
    const date = `${year}${monthAndDay}`
    if (date > until) break
    dates.push(date)
  }
  return dates
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

function isSameDateEveryYear(parts: ReadonlyMap<string, string>, first: string): boolean {
  const [, month, day] = first.split('-')
  const names = (by: string, number: string | undefined) => Number(parts.get(by) ?? number) === Number(number)
  return (
    parts.get('FREQ') === 'YEARLY' &&
    names('BYMONTH', month) &&
    names('BYMONTHDAY', day) &&
    !['BYDAY', 'BYWEEKNO', 'BYYEARDAY', 'BYSETPOS'].some(by => parts.has(by))
  )
}

const ruleValues: Record<string, RegExp> = {
  FREQ: /^(SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^\d+$/,
  COUNT: /^\d+$/,
  UNTIL: /^\d{8}(T\d{6}Z?)?$/,
}
const otherRuleParts =
  /^(BYSECOND|BYMINUTE|BYHOUR|BYDAY|BYMONTHDAY|BYYEARDAY|BYWEEKNO|BYMONTH|BYSETPOS|WKST)$/
const otherRuleValue = /^[\dA-Z,+-]+$/

/** The parts of a rule by name; undefined unless each part is defined in RFC 5545, has a valid form and occurs once. */
function partsOf(rule: string): Map<string, string> | undefined {
  const parts = new Map<string, string>()
  for (const part of rule.toUpperCase().split(';')) {
    const [name = '', value = '', ...more] = part.split('=')
    const form = ruleValues[name] ?? (otherRuleParts.test(name) ? otherRuleValue : undefined)
    if (!form?.test(value) || more.length > 0 || parts.has(name)) return undefined
    parts.set(name, value)
  }
  return parts.has('FREQ') ? parts : undefined
}

const unescaped = (text: string) =>
  text.replace(/\\([\\;,nN])/g, (_, letter: string) => (letter.toLowerCase() === 'n' ? ' ' : letter))
