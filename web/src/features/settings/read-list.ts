import { isDay } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { addHoliday, type Found } from './found-holidays.ts'

/**
 * Separators at the start or end of a text. The lookbehind lets a match at the end begin only at the first separator of a
 * run: without it, a pasted line with very many spaces would take minutes (quadratic backtracking).
 */
const edges = /^[\s,;:|–—-]+|(?<![\s,;:|–—-])[\s,;:|–—-]+$/g
const quotes = /^"(.*)"$/

/** Reads a pasted list: a date and a name in each line. */
export function readList(text: string): Found {
  const found: Found = { holidays: [], problems: [] }
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    const line = written.trim()
    if (line === '' || (index === 0 && isHeader(line))) continue
    const reason = readLine(line, found)
    if (reason !== undefined) found.problems.push({ line: index + 1, text: line, reason })
  }
  return found
}

/** Returns the reason if the line can't be read. */
function readLine(line: string, found: Found): string | undefined {
  const read = readDate(withoutQuotes(line))
  if (!read) return messages.settings.lineWithoutDate
  if (read.date === 'ambiguous') return messages.settings.dateAmbiguous
  if (read.date === 'unknown') return messages.settings.dateUnknown
  return addHoliday(found, { date: read.date, name: nameIn(read.rest) })
}

/** The first line of a table may contain the headings of its columns. */
const isHeader = (line: string) => /^\W*date\b/i.test(line) && !/\d/.test(line)

/** Spreadsheets put quotes around a text that contains a comma. */
const withoutQuotes = (line: string) => line.replace(/^"([^"]*)"/, '$1').replace(/"([^"]*)"$/, '$1')

const nameIn = (rest: string) => rest.replace(edges, '').replace(quotes, '$1').trim()

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Why a date can't be read: it has two meanings, or the day does not exist. */
type Unreadable = 'ambiguous' | 'unknown'

type ReadDate = {
  date: string | Unreadable
  /** The text without the date. */
  rest: string
}

type Spelling = { pattern: string; read: (parts: string[]) => string | Unreadable }

const monthName = '([A-Za-z]{3,9})\\.?'

// The first pattern that matches is used. A spelling with two meanings is never guessed.
const spellings: readonly Spelling[] = [
  { pattern: '(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})', read: ([y, , m, d]) => dayOf(y, m, d) },
  { pattern: '(\\d{4})(\\d{2})(\\d{2})', read: ([y, m, d]) => dayOf(y, m, d) },
  // All countries that write dates with dots write the day first.
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
function readDate(text: string): ReadDate | undefined {
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
