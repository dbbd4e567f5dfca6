import { isDay } from '#shared/dates.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Why a date can't be read: it has two meanings, or there is no such day. */
export type Unreadable = 'ambiguous' | 'unknown'

export type ReadDate = {
  date: string | Unreadable
  /** The text without it. */
  rest: string
}

type Spelling = { pattern: string; read: (parts: string[]) => string | Unreadable }

const monthName = '([A-Za-z]{3,9})\\.?'

// The first that fits decides. ISO comes first; a spelling with two meanings is never guessed.
const spellings: readonly Spelling[] = [
  { pattern: '(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})', read: ([y, , m, d]) => dayOf(y, m, d) },
  { pattern: '(\\d{4})(\\d{2})(\\d{2})', read: ([y, m, d]) => dayOf(y, m, d) },
  // With dots the day comes first, wherever dates are written so.
  { pattern: '(\\d{1,2})\\.\\s?(\\d{1,2})\\.\\s?(\\d{4})', read: ([d, m, y]) => dayOf(y, m, d) },
  { pattern: '(\\d{1,2})([-/])(\\d{1,2})\\2(\\d{4})', read: ([a, , b, y]) => dayOrMonthFirst(a, b, y) },
  {
    pattern: `(\\d{1,2})(?:st|nd|rd|th)?\\.?[ -]${monthName},?[ -](\\d{4})`,
    read: ([d, m, y]) => dayOf(y, monthOf(m), d),
  },
  {
    pattern: `${monthName} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})`,
    read: ([m, d, y]) => dayOf(y, monthOf(m), d),
  },
]

/** The date at the beginning of a text, or else at its end; undefined if there is none. */
export function readDate(text: string): ReadDate | undefined {
  for (const isAtEnd of [false, true]) {
    for (const { pattern, read } of spellings) {
      const match = new RegExp(isAtEnd ? `(?<![\\dA-Za-z])${pattern}$` : `^${pattern}(?!\\d)`, 'i').exec(text)
      if (!match) continue
      const [whole, ...parts] = match
      return { date: read(parts), rest: isAtEnd ? text.slice(0, match.index) : text.slice(whole.length) }
    }
  }
  return undefined
}

function dayOf(year = '', month = '', date = ''): string | Unreadable {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : 'unknown'
}

/** 25/12/2026 and 12/25/2026 have one meaning each, 04/05/2026 has two. */
function dayOrMonthFirst(a = '', b = '', year = ''): string | Unreadable {
  const [dayFirst, monthFirst] = [dayOf(year, b, a), dayOf(year, a, b)]
  if (dayFirst === 'unknown') return monthFirst
  return monthFirst === 'unknown' || monthFirst === dayFirst ? dayFirst : 'ambiguous'
}

function monthOf(name = ''): string {
  const number = months.indexOf(name.slice(0, 3).toLowerCase()) + 1
  return number === 0 ? '' : String(number)
}
