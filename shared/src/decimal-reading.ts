import { parseHours } from './hours.ts'

/**
 * Minutes that a typed text means when its author thought in decimals: 90 for "1.5", which is 1 h 50 min here, and 105
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
