// Report hours are in hour.minutes notation: 1.30 is an hour and a half. They are added and compared as whole minutes,
// because 0.45 + 0.30 is 1.15 and not 0.75.
//
// How hours are written. Everything that people read says "7h 30m" (`formatHours`): tables, cards, calendars, mails and
// notifications, also for the hours of a task, which are stored as decimals (`minutesOfDecimal`). The exceptions:
// - Fields and the CSV export have hour.minutes, "7.30" (`hoursText`); the fields of a task have decimals, "7.5".
// - The hint at a field says what was typed, "7 h 30 min" (`spellHours`), which no one mistakes for a value to type.
// - A project's Total Hours also have the decimal form, "7.50 hours" (`decimalHours`), as the CSV export does.
// - What only screen readers read says "7 hours 30 minutes" (`sayHours`), because some read "m" as meters. A tooltip may
//   repeat it.

export type HoursProblem = 'missing' | 'malformed' | 'notPositive' | 'tooMany'
export type ParsedHours =
  | { minutes: number; problem?: undefined }
  | { problem: HoursProblem; minutes?: undefined }

const notation = /^([+-]?)(\d*)(?:\.(\d*))?$/

/**
 * Parses an hour.minutes value to whole minutes: "1.3" and 1.3 are 1 h 30 min, and "1.75" rolls over to 2 h 15 min.
 * `maxHours` is the limit for one task.
 */
export function parseHours(value: unknown, maxHours: number): ParsedHours {
  if (value === undefined || value === null) return { problem: 'missing' }
  if (typeof value !== 'string' && typeof value !== 'number') return { problem: 'malformed' }
  const text = String(value).trim()
  if (text === '') return { problem: 'missing' }
  const [, sign, whole = '', part = ''] = notation.exec(text) ?? []
  // Nine digits are more than any day has, and numbers of that size are still exact.
  if (sign === undefined || whole + part === '' || part.length > 2 || whole.length > 9)
    return { problem: 'malformed' }
  const minutes = Number(whole) * 60 + Number(part.padEnd(2, '0'))
  if (sign === '-' || minutes === 0) return { problem: 'notPositive' }
  return minutes > maxHours * 60 ? { problem: 'tooMany' } : { minutes }
}

/** Normalises the text of an hours field on blur: two digits of minutes, below 60. A negative value becomes 0. */
export function normaliseHours(text: string): string {
  const parsed = parseHours(text, Number.POSITIVE_INFINITY)
  if (parsed.minutes !== undefined) return hoursText(parsed.minutes)
  // A text that can't be read stays as it was typed, so that the user can correct it.
  return parsed.problem === 'notPositive' ? hoursText(0) : text
}

/** 450 → "7.30", for inputs and CSV. */
export function hoursText(minutes: number): string {
  return `${Math.floor(minutes / 60)}.${String(minutes % 60).padStart(2, '0')}`
}

/** 450 → 7.3, for the API. It is parsed from the text, because a division wouldn't be exact. */
export function hoursNumber(minutes: number): number {
  return Number(hoursText(minutes))
}

/** 7.3 → 450, for values of the API. */
export function minutesOf(hours: number): number {
  return parseHours(hours, Number.POSITIVE_INFINITY).minutes ?? 0
}

/** 7.5 → 450, for the hours of a task, which are decimals. */
export function minutesOfDecimal(hours: number): number {
  return Math.round(hours * 60)
}

/** 450 → "7h 30m", 420 → "7h", 45 → "45m", for everything that people read. */
export function formatHours(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest}m`
  return rest === 0 ? `${hours}h` : `${hours}h ${rest}m`
}

/** 450 → "7 h 30 min", for the hint below an hours field. */
export function spellHours(minutes: number): string {
  return formatHours(minutes).replace('h', ' h').replace('m', ' min')
}

/** 450 → "7 hours 30 minutes", 60 → "1 hour", for screen readers. */
export function sayHours(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return counted(rest, 'minute')
  return rest === 0 ? counted(hours, 'hour') : `${counted(hours, 'hour')} ${counted(rest, 'minute')}`
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** 450 → "7.50 hours", beside the total of a project. */
export function decimalHours(minutes: number): string {
  // Rounds in hundredths of an hour, because binary fractions would round some halves down.
  return `${(Math.round((minutes * 100) / 60) / 100).toFixed(2)} hours`
}

export function addMinutes(list: readonly number[]): number {
  return list.reduce((sum, minutes) => sum + minutes, 0)
}

/**
 * Returns the minutes of a text that may be meant as a decimal: 90 for "1.5", which is 1 h 50 min in hour.minutes, and 105
 * for "1.75", which rolls over to 2 h 15 min. Undefined for ordinary hour.minutes such as "1.30".
 */
export function decimalReading(text: string): number | undefined {
  const [, whole = '', part = ''] = /^(\d{0,9})\.(\d{1,2})$/.exec(text) ?? []
  const looksDecimal = part.length === 1 || Number(part) > 59
  const minutes = Number(whole) * 60 + Math.round(Number(`0.${part}`) * 60)
  return looksDecimal && minutes !== parseHours(text, Number.POSITIVE_INFINITY).minutes && minutes > 0
    ? minutes
    : undefined
}

/**
 * Returns the minutes that a value means as a decimal if it can't be hour.minutes: 105 for 1.75, because an hour has no
 * 75 minutes. Undefined for 1.45, for 1.5 (1 h 50 min) and for what isn't hours at all.
 */
export function decimalMinutes(value: unknown): number | undefined {
  if (parseHours(value, Number.POSITIVE_INFINITY).minutes === undefined) return undefined
  const [, part = ''] = String(value).trim().split('.')
  return Number(part.padEnd(2, '0')) < 60 ? undefined : minutesOfDecimal(Number(value))
}

// The number of digits that `parseHours` accepts.
const digits = '\\d{0,9}'
const hourWord = 'h[ours]*'
const minuteWord = 'm[inutes]*'
const plainNotation = new RegExp(`^(${digits})(?:[.,](${digits}))? ?(${hourWord})?$`)
const clockNotation = new RegExp(`^(${digits}) ?: ?(${digits})(?: ?: ?(${digits}))? ?(?:${hourWord})?$`)
const wordNotation = new RegExp(`^(${digits}) ?(?:${hourWord}| ) ?(${digits}) ?(?:${minuteWord})?$`)
const minutesNotation = new RegExp(`^(\\d{1,9}) ?${minuteWord}$`)
/** Longer than any of these notations, so that the patterns never run on a long pasted text. */
const writtenMax = 40

/**
 * Converts common notations to hour.minutes: "1:30", "1h 30m", "1,30" and "90 min" are "1.30", "2h" is "2.00". It also
 * accepts unfinished input ("1h 3" is "1.03"), and returns undefined for other texts. A decimal keeps its digits ("1,5" is
 * "1.5"), because it is ambiguous (`decimalReading`). `inUnit` formats minutes for a field that isn't hour.minutes.
 */
export function readWrittenHours(text: string, inUnit = hoursText): string | undefined {
  const written = text.trim().replace(/\s+/g, ' ').toLowerCase()
  if (written.length > writtenMax) return undefined

  const plain = plainNotation.exec(written)
  if (plain) {
    const [, whole = '', part = '', unit] = plain
    if (part) return `${whole}.${part}`
    return unit && whole ? inUnit(Number(whole) * 60) : whole
  }
  const onlyMinutes = minutesNotation.exec(written)
  if (onlyMinutes) return inUnit(Number(onlyMinutes[1]))
  const parts = clockNotation.exec(written) ?? wordNotation.exec(written)
  if (!parts) return undefined
  const [, hours = '', minutes = '', seconds = ''] = parts
  if (hours + minutes === '') return ''
  return inUnit(Number(hours) * 60 + Number(minutes) + Math.round(Number(seconds) / 60))
}
