import { settingsMessages } from '#shared/messages/settings.ts'
import { collect, type Found } from './found-holidays.ts'
import { readDate } from './read-date.ts'

/** What stands between a date and a name, and around them. */
const edges = /^[\s,;:|–—-]+|[\s,;:|–—-]+$/g
const quotes = /^"(.*)"$/

/** Reads a pasted list: a date and a name in each line. */
export function readList(text: string): Found {
  const found: Found = { holidays: [], problems: [] }
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    const line = written.trim()
    if (line === '' || (index === 0 && isHeader(line))) continue
    const at = { line: index + 1, text: line }
    const read = readDate(withoutQuotes(line))
    if (!read) found.problems.push({ ...at, reason: settingsMessages.lineWithoutDate })
    else if (read.date === 'ambiguous') found.problems.push({ ...at, reason: settingsMessages.dateAmbiguous })
    else if (read.date === 'unknown') found.problems.push({ ...at, reason: settingsMessages.dateUnknown })
    else collect(found, { date: read.date, name: nameIn(read.rest) }, at)
  }
  return found
}

/** The first line of a table. */
const isHeader = (line: string) => /^\W*date\b/i.test(line) && !/\d/.test(line)

/** Spreadsheets put quotes around what has a comma in it. */
const withoutQuotes = (line: string) => line.replace(/^"([^"]*)"/, '$1').replace(/"([^"]*)"$/, '$1')

const nameIn = (rest: string) => rest.replace(edges, '').replace(quotes, '$1').trim()
