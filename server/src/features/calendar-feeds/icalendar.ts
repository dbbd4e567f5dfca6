import { addDays } from '#shared/dates.ts'
import { withLineFeeds } from '#shared/lines.ts'
import { mapInChunks } from '../../lib/map-in-chunks.ts'

// Writes calendars as RFC 5545 has them, for calendar programs that read them again and again.

export type CalendarEvent = {
  /** The same in every answer, so that a calendar program changes its event instead of adding another one. */
  uid: string
  /** When it was last changed. Never the current time, with which every answer would be another one. */
  changedAt: string
  /** Both days included. */
  firstDay: string
  lastDay: string
  title: string
  /** Whether the owner of the calendar has no time for others then. */
  isBusy: boolean
}

/** Programs that respect it read the calendar every four hours. */
const refreshInterval = 'PT4H'

export async function writeCalendar(name: string, events: readonly CalendarEvent[]): Promise<string> {
  const head = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Daily Report App//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshInterval}`,
    `X-PUBLISHED-TTL:${refreshInterval}`,
  ]
  const body = await mapInChunks(events, async chunk => chunk.map(event => writeLines(linesOf(event))), {
    chunkSize: 250,
  })
  const content = body.length === 0 ? writeLines(timeZone) : body.join('')
  return `${writeLines(head)}${content}${writeLines(['END:VCALENDAR'])}`
}

/** A calendar must have a component (RFC 5545, section 3.6). Without an event, it is a time zone, which shows nothing. */
const timeZone = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
]

function linesOf({ uid, changedAt, firstDay, lastDay, title, isBusy }: CalendarEvent): string[] {
  const changed = basicFormat(changedAt)
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `DTSTART;VALUE=DATE:${basicFormat(firstDay)}`,
    // The end is exclusive.
    `DTEND;VALUE=DATE:${basicFormat(addDays(lastDay, 1))}`,
    `SUMMARY:${escapeText(title)}`,
    `TRANSP:${isBusy ? 'OPAQUE' : 'TRANSPARENT'}`,
    'END:VEVENT',
  ]
}

/** 2026-03-09 → 20260309, and 2026-03-09T10:00:00.000Z → 20260309T100000Z. */
const basicFormat = (time: string) => time.replace(/\.\d+/, '').replace(/[-:]/g, '')

/** A calendar program would read the end of a line in a name as the start of the next property. */
export function escapeText(text: string): string {
  return withLineFeeds(text)
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/[\p{Cc}--\t]/gv, '')
}

const octetsMax = 75

const writeLines = (lines: readonly string[]) => lines.map(line => `${foldLine(line)}\r\n`).join('')

/** Continues a long line on the next one after a space, never within a character. */
export function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= octetsMax) return line
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > octetsMax) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
