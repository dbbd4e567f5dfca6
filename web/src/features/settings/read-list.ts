import { messages } from '#shared/messages.ts'
import { collect, type Found } from './found-holidays.ts'
import { readDate } from './read-date.ts'

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

/** Why the line was not understood; undefined if it was. */
function readLine(line: string, found: Found): string | undefined {
  const read = readDate(withoutQuotes(line))
  if (!read) return messages.settings.lineWithoutDate
  if (read.date === 'ambiguous') return messages.settings.dateAmbiguous
  if (read.date === 'unknown') return messages.settings.dateUnknown
  return collect(found, { date: read.date, name: nameIn(read.rest) })
}

/** The first line of a table. */
const isHeader = (line: string) => /^\W*date\b/i.test(line) && !/\d/.test(line)

/** Spreadsheets put quotes around what has a comma in it. */
const withoutQuotes = (line: string) => line.replace(/^"([^"]*)"/, '$1').replace(/"([^"]*)"$/, '$1')

const nameIn = (rest: string) => rest.replace(edges, '').replace(quotes, '$1').trim()
