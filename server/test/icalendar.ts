// Reads iCalendar as strictly as RFC 5545 writes it down, for tests: what a lenient program overlooks fails here.

export type ReadEvent = Record<string, string>
export type ReadCalendar = { properties: Record<string, string>; events: ReadEvent[] }

/** A calendar has a hundred thousand lines, for which `expect` is too slow. */
function must(holds: boolean, rule: string, line = ''): asserts holds {
  if (!holds) throw new Error(`${rule}: ${JSON.stringify(line)}`)
}

const octetsMax = 75
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The lines of the file, unfolded (section 3.1). */
function linesOf(bytes: Buffer): string[] {
  const text = utf8.decode(bytes)
  must(text.endsWith('\r\n'), 'the last line ends with CRLF', text.slice(-80))
  const content = text.slice(0, -2)
  for (const line of content.split('\r\n')) {
    must(line !== '', 'no line is empty')
    must(Buffer.byteLength(line) <= octetsMax, 'a line has at most 75 octets', line)
    must(!/(?!\t)\p{Cc}/u.test(line), 'no control character, and no CR or LF of its own', line)
  }
  return content.replaceAll('\r\n ', '').split('\r\n')
}

const text = /^(?:[^\\;,]|\\[\\;,nN])*$/u
const duration = /^PT\d+H$/
const instant = /^\d{8}T\d{6}Z$/
const day = /^\d{8}$/

/** The properties that may be there, with what they look like. */
const known: Record<string, { value: RegExp; parameters?: string }> = {
  VERSION: { value: /^2\.0$/ },
  PRODID: { value: text },
  CALSCALE: { value: /^GREGORIAN$/ },
  NAME: { value: text },
  'X-WR-CALNAME': { value: text },
  'REFRESH-INTERVAL': { value: duration, parameters: ';VALUE=DURATION' },
  'X-PUBLISHED-TTL': { value: duration },
  UID: { value: text },
  DTSTAMP: { value: instant },
  'LAST-MODIFIED': { value: instant },
  DTSTART: { value: day, parameters: ';VALUE=DATE' },
  DTEND: { value: day, parameters: ';VALUE=DATE' },
  SUMMARY: { value: text },
  TRANSP: { value: /^(OPAQUE|TRANSPARENT)$/ },
}

/** Undoes the escapes of a text (section 3.3.11). */
const unescaped = (value: string) =>
  value.replace(/\\(.)/gu, (_, character: string) => (/n/i.test(character) ? '\n' : character))

function collect(lines: readonly string[], required: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const line of lines) {
    const [, name = '', parameters = '', value = ''] = /^([A-Z-]+)((?:;[^:]*)?):(.*)$/su.exec(line) ?? []
    const form = known[name]
    must(form !== undefined, 'a line is a property that is known', line)
    must(parameters === (form.parameters ?? ''), 'it has its parameters', line)
    must(form.value.test(value), 'its value has the form of its type', line)
    must(!(name in found), 'it is there once', line)
    found[name] = form.value === text ? unescaped(value) : value
  }
  for (const name of required) must(name in found, `${name} is there`, lines.join('\n'))
  return found
}

/** A time zone without changes (section 3.6.5). */
const utc = [
  ...['BEGIN:VTIMEZONE', 'TZID:Etc/UTC', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE'],
]

export function readCalendar(bytes: Buffer): ReadCalendar {
  const lines = linesOf(bytes)
  must(lines[0] === 'BEGIN:VCALENDAR' && lines.at(-1) === 'END:VCALENDAR', 'it is one calendar')
  const content = lines.slice(1, -1)
  const first = content.findIndex(line => line.startsWith('BEGIN:'))
  must(first >= 0, 'a calendar has a component (section 3.6)')
  const properties = collect(content.slice(0, first), ['VERSION', 'PRODID'])
  const components = content.slice(first)
  if (components.join('\n') === utc.join('\n')) return { properties, events: [] }
  const events: ReadEvent[] = []
  for (let start = first; start < content.length; ) {
    must(content[start] === 'BEGIN:VEVENT', 'an event follows an event', content[start])
    const end = content.indexOf('END:VEVENT', start)
    must(end > start, 'an event ends')
    const event = collect(content.slice(start + 1, end), ['UID', 'DTSTAMP', 'DTSTART', 'DTEND', 'SUMMARY'])
    must((event.DTEND ?? '') > (event.DTSTART ?? ''), 'the end is exclusive', event.DTEND)
    events.push(event)
    start = end + 1
  }
  must(new Set(events.map(({ UID }) => UID)).size === events.length, 'every id is there once')
  return { properties, events }
}
