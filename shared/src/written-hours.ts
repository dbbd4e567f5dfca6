// Apart from hours.ts: fields for hours load it once they are shown.
import { hoursText } from './hours.ts'

// As many digits as `parseHours` takes.
const digits = '\\d{0,9}'
const hourWord = 'h[ours]*'
const minuteWord = 'm[inutes]*'
const plainNotation = new RegExp(`^(${digits})(?:[.,](${digits}))? ?(${hourWord})?$`)
const clockNotation = new RegExp(`^(${digits}) ?: ?(${digits})(?: ?: ?(${digits}))? ?(?:${hourWord})?$`)
const wordNotation = new RegExp(`^(${digits}) ?(?:${hourWord}| ) ?(${digits}) ?(?:${minuteWord})?$`)
const minutesNotation = new RegExp(`^(\\d{1,9}) ?${minuteWord}$`)
/** Longer than any of these notations; also keeps a pasted page away from the patterns. */
const writtenMax = 40

/**
 * Hours as people write them, as hour.minutes: "1:30", "1h 30m", "1,30" and "90 min" are "1.30", "2h" is "2.00". Reads
 * what is still being typed too ("1h 3" is "1.03"). Undefined: this can't be read. A decimal keeps its digits
 * ("1,5" is "1.5"), because only the author knows which of two things it means (`decimalReading`). `inUnit` writes
 * minutes for a field that isn't hour.minutes.
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
