import { addDays, toInstant } from './dates.ts'
import { limits } from './limits.ts'

// All computations with time zones are in this file. They use Intl, which has every zone and its changes. Results are
// cached, because creating a formatter takes 50 µs and the end of a day is needed for many reports.

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** More zones than an organization has users in. */
const cachedZonesMax = 64
/** The number of cached ends of days, for all zones together. */
const cachedDaysMax = 5000

const formatters = new Map<string, Intl.DateTimeFormat>()
const dayEnds = new Map<string, string>()

/** Whether this is an IANA name that this runtime supports. Offsets such as +02:00 aren't names. */
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
  // Despite its type, it is undefined if TZ has a value that the runtime doesn't support.
  const { timeZone = '' } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}

/** Whether two names are the same zone, such as Asia/Kolkata and Asia/Calcutta. Not every runtime resolves such aliases. */
export function isSameZone(a: string, b: string): boolean {
  const [one, other] = [a, b].map(name => formatterFor(name).resolvedOptions().timeZone)
  return one === other
}

/** Every zone that this runtime supports, in alphabetical order. */
export function allTimeZones(): string[] {
  // Some runtimes leave out UTC.
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
}

/** The offset of a zone from UTC at an instant, in milliseconds. */
export function zoneOffset(milliseconds: number, zone: string): number {
  // The formatted text ends in GMT+05:30, or in GMT alone. Parsing that is three times as fast as computing with date and time.
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(formatterFor(zone).format(milliseconds)) ?? []
  const ahead = Number(hours) * hour + Number(minutes) * minute + Number(seconds) * second
  return sign === '-' ? -ahead : ahead
}

/** The calendar day in a zone at an instant. */
export function dayInZone(now: Date, zone: string): string {
  return dayAt(now.getTime(), zone)
}

/** The calendar day in a zone at an instant in ISO format. */
export function dayInZoneAt(instant: string, zone: string): string {
  return dayAt(Date.parse(instant), zone)
}

const dayAt = (milliseconds: number, zone: string) =>
  toInstant(milliseconds + zoneOffset(milliseconds, zone)).slice(0, 10)

/** "13 November at 14:32" in a zone, for texts of the server, which are in English. */
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

/** The instant at which a day ends in a zone, which is the first instant of the next day. */
export function endOfDay(day: string, zone: string): string {
  const key = `${day} ${zone}`
  let end = dayEnds.get(key)
  if (end === undefined) {
    end = toInstant(instantsOf(addDays(day, 1), 0, zone).final)
    setBounded(dayEnds, key, end, cachedDaysMax)
  }
  return end
}

/**
 * The instant of a local time in a zone. The time is in minutes after midnight. If it doesn't exist on that day, the next
 * existing time is used. If it exists twice, the first is used.
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
  /** The instant after which local clocks never show an earlier time. It differs from `first` if clocks are set back in between. */
  final: number
}

/** The instants at which a zone has a local time, or the next existing one. */
function instantsOf(day: string, minutes: number, zone: string): Instants {
  const local = Date.parse(`${day}T00:00:00Z`) + minutes * minute
  // Zones are at most 14 hours ahead and 12 hours behind UTC, so the result is between these two.
  const [from, to] = [local - 15 * hour, local + 13 * hour]
  const [before, after] = [zoneOffset(from, zone), zoneOffset(to, zone)]
  if (before === after) return sameInstant(local - before)
  const change = findChange(from, to, zone, before)
  const isBefore = local - before < change
  const isAfter = local - after >= change
  if (!isBefore) return sameInstant(isAfter ? local - after : change)
  // Clocks set back to exactly this time, as in Havana at midnight, don't pass it again. In St. John's they once did.
  const goesBackOver = isAfter && change + after < local
  return { first: local - before, final: local - (goesBackOver ? after : before) }
}

const sameInstant = (instant: number): Instants => ({ first: instant, final: instant })

/** The first instant at which the offset differs from `before`. */
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
    setBounded(formatters, zone, formatter, cachedZonesMax)
  }
  return formatter
}

/** Removes the oldest entry of a full cache, because a user can request every zone there is. */
function setBounded<Value>(cache: Map<string, Value>, key: string, value: Value, most: number): void {
  const [oldest] = cache.keys()
  if (cache.size >= most && oldest !== undefined) cache.delete(oldest)
  cache.set(key, value)
}
