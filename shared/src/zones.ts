import { addDays, toInstant } from './dates.ts'
import { limits } from './limits.ts'

// The one place that knows what day and time it is in a time zone. On Intl alone, which knows every zone and its
// changes. What it computes is kept, because a formatter takes 50 µs to make and a day's end is asked for many reports.

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** More zones than an organization has people in. */
const mostZones = 64
/** Days in all zones whose end is kept. */
const mostDays = 5000

const formatters = new Map<string, Intl.DateTimeFormat>()
const dayEnds = new Map<string, string>()

/** Is this an IANA name that this runtime knows? Offsets such as +02:00 are not names. */
export function isTimeZone(name: string): boolean {
  if (name.length > limits.timeZoneMax || !/^[a-z]/i.test(name)) return false
  try {
    formatterFor(name)
    return true
  } catch {
    return false
  }
}

/** The zone of this machine, or of the browser. */
export function ownTimeZone(): string {
  // Undefined, against its type, where TZ has a value that the runtime can't understand.
  const { timeZone = '' } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}

/** Two names for one zone, such as Asia/Kolkata and Asia/Calcutta? Only some runtimes know that they are one. */
export function isSameZone(a: string, b: string): boolean {
  const [one, other] = [a, b].map(name => formatterFor(name).resolvedOptions().timeZone)
  return one === other
}

/** Every zone that this runtime knows, in alphabetical order. */
export function allTimeZones(): string[] {
  // Some runtimes leave out UTC.
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
export function zoneOffset(milliseconds: number, zone: string): number {
  // Ends in GMT+05:30, or in GMT alone. Three times as quick as to take the date and time apart.
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(formatterFor(zone).format(milliseconds)) ?? []
  const ahead = Number(hours) * hour + Number(minutes) * minute + Number(seconds) * second
  return sign === '-' ? -ahead : ahead
}

/** The calendar day in a zone at an instant. */
export function dayInZone(now: Date, zone: string): string {
  return dayAt(now.getTime(), zone)
}

/** The calendar day in a zone at an instant that was written down. */
export function dayInZoneAt(instant: string, zone: string): string {
  return dayAt(Date.parse(instant), zone)
}

const dayAt = (milliseconds: number, zone: string) =>
  toInstant(milliseconds + zoneOffset(milliseconds, zone)).slice(0, 10)

/** "13 November at 14:32", on the clocks of a zone. For texts that the server writes, which are English. */
export function momentInWords(instant: string, zone: string): string {
  const words = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  })
  return words.format(Date.parse(instant))
}

/** The instant at which a day is over in a zone: the first of the next day. */
export function endOfDay(day: string, zone: string): string {
  const key = `${day} ${zone}`
  let end = dayEnds.get(key)
  if (end === undefined) {
    end = toInstant(instantsOf(addDays(day, 1), 0, zone).forGood)
    keep(dayEnds, key, end, mostDays)
  }
  return end
}

/**
 * The instant at which the clocks of a zone show a time of a day, in minutes after midnight. A time that does not exist
 * that day is the next that does; one that exists twice is the first.
 */
export function instantInZone(day: string, minutes: number, zone: string): string {
  return toInstant(instantsOf(day, minutes, zone).first)
}

/** The same for a time such as 17:00. */
export function timeInZone(day: string, time: string, zone: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return instantInZone(day, hours * 60 + minutes, zone)
}

type Instants = {
  first: number
  /** From then on clocks never show an earlier time, although they may go back over it before. */
  forGood: number
}

/** When the clocks of a zone show a local time, or the next that exists. */
function instantsOf(day: string, minutes: number, zone: string): Instants {
  const local = Date.parse(`${day}T00:00:00Z`) + minutes * minute
  // Zones are at most 14 hours ahead and 12 behind: the answer is between these two.
  const [from, to] = [local - 15 * hour, local + 13 * hour]
  const [before, after] = [zoneOffset(from, zone), zoneOffset(to, zone)]
  if (before === after) return once(local - before)
  const change = findChange(from, to, zone, before)
  const isBefore = local - before < change
  const isAfter = local - after >= change
  if (!isBefore) return once(isAfter ? local - after : change)
  // Back to this very time, as Havana at midnight, is not back over it, as once St. John's a minute later.
  const goesBackOver = isAfter && change + after < local
  return { first: local - before, forGood: local - (goesBackOver ? after : before) }
}

const once = (instant: number): Instants => ({ first: instant, forGood: instant })

/** The first instant at which the offset is no longer the one before. */
function findChange(from: number, to: number, zone: string, before: number): number {
  let [same, other] = [Math.floor(from / second), Math.ceil(to / second)]
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2)
    if (zoneOffset(middle * second, zone) === before) same = middle
    else other = middle
  }
  return other * second
}

function formatterFor(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hour: 'numeric',
      timeZoneName: 'longOffset',
    })
    keep(formatters, zone, formatter, mostZones)
  }
  return formatter
}

/** Forgets the oldest when there are too many: a user can name every zone there is. */
function keep<Value>(cache: Map<string, Value>, key: string, value: Value, most: number): void {
  const [oldest] = cache.keys()
  if (cache.size >= most && oldest !== undefined) cache.delete(oldest)
  cache.set(key, value)
}
