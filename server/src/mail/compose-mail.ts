import { linesOf, withLineFeeds } from '#shared/lines.ts'
import { messages } from '#shared/messages.ts'
import { linkedPaths } from '#shared/paths.ts'

/**
 * A line that links to its own page, followed by a note in small print. The HTML can link each part of it; plain text has
 * one link.
 */
export type MailLine = {
  text: string
  path?: string
  note?: string
  parts?: readonly { text: string; path: string }[]
}

/** A paragraph, a quote of a user, or a list below a heading. */
export type MailBlock = string | { quote: string } | { heading?: string; lines: readonly MailLine[] }

/** The content of a mail without its layout, which is the same for every mail. */
export type Mail = {
  to: { name: string; email: string }
  subject: string
  paragraphs: readonly MailBlock[]
  /** The call to action; `path` is a path of the web app. */
  link?: { text: string; path: string }
  /** Tells the reader in small print why they get this mail. */
  reason: string
  /** The link that unsubscribes from this kind without signing in; absent for kinds that can't be turned off. */
  unsubscribe?: { text: string; code: string }
  /** The same for every attempt, so that mail programs recognise a second copy. */
  id?: string
}

/** The page that asks before it turns anything off. */
export const unsubscribePage = (code: string) =>
  `${linkedPaths.unsubscribe()}?code=${encodeURIComponent(code)}`
/** The URL that mail programs call by themselves. */
export const unsubscribeCall = (code: string) => `/api${unsubscribePage(code)}`

/**
 * Bytes of a mail's text and HTML together. Base64, the larger of the encodings in which they may be sent, makes less than
 * 200 kB of them: few mail servers take less, and mail programs cut what is much larger.
 */
const mostBytes = 140_000

/**
 * The same words as plain text and as HTML. Names and texts come from users: the HTML escapes all of them. A mail that would
 * be too large has the beginning of what it quotes and of its lists.
 */
export function composeMail(mail: Mail, publicUrl: string) {
  const urlOf = (path: string) => new URL(path, publicUrl).href
  const whole = formsOf(mail, urlOf)
  return bytesOf(whole) <= mostBytes ? whole : formsOf(shortened(mail, urlOf), urlOf)
}

type UrlOf = (path: string) => string
type Forms = { text: string; html: string }

const formsOf = (mail: Mail, urlOf: UrlOf): Forms => ({
  text: textOf(mail, urlOf),
  html: htmlOf(mail, urlOf),
})
const bytesOf = ({ text, html }: Forms) => Buffer.byteLength(text) + Buffer.byteLength(html)

type Quote = Extract<MailBlock, { quote: string }>
type List = Extract<MailBlock, { lines: readonly MailLine[] }>
const isQuote = (block: MailBlock): block is Quote => typeof block !== 'string' && 'quote' in block
/** Only a list with a heading is shortened. Lines without one say what the mail is about, and always stay. */
const isList = (block: MailBlock): block is List =>
  typeof block !== 'string' && 'lines' in block && block.heading !== undefined

/** Everything but quotes and lists stays; they share the remaining bytes. */
function shortened(mail: Mail, urlOf: UrlOf): Mail {
  const bare = mail.paragraphs.map(block =>
    isQuote(block) ? { quote: '' } : isList(block) ? { ...block, lines: [] } : block,
  )
  const room = mostBytes - bytesOf(formsOf({ ...mail, paragraphs: bare }, urlOf))
  const quotes = mail.paragraphs.filter(isQuote)
  const lists = mail.paragraphs.filter(isList)
  const forQuotes = lists.length === 0 ? room : quotes.length === 0 ? 0 : room / 2
  const cutQuotes = inShares(quotes, forQuotes, ({ quote }, bytes) => {
    const [cut, used] = cutToBytes(withLineFeeds(quote), bytes)
    return [{ quote: cut }, used]
  })
  const cutLists = inShares(lists, room - forQuotes, (list, bytes) => withinBytes(list, bytes, mail, urlOf))
  return {
    ...mail,
    paragraphs: mail.paragraphs.map(block =>
      isQuote(block) ? (cutQuotes.shift() ?? block) : isList(block) ? (cutLists.shift() ?? block) : block,
    ),
  }
}

/** Each item gets an equal share of the bytes that the items before it have left. */
function inShares<T>(parts: readonly T[], room: number, cut: (part: T, bytes: number) => [T, number]): T[] {
  let left = room
  return parts.map((part, index) => {
    const [fitting, used] = cut(part, left / (parts.length - index))
    left -= used
    return fitting
  })
}

/**
 * Whole characters, and "…" if there are more, with their bytes in plain text and HTML together. It adds up the bytes of each
 * UTF-16 unit: half of the time that a longest mail takes would go into a string for each character.
 */
function cutToBytes(text: string, most: number): [text: string, bytes: number] {
  const room = most - bytesOfEllipsis
  let [bytes, end, kept, keptBytes] = [0, 0, 0, 0]
  while (end < text.length) {
    const unit = text.charCodeAt(end)
    // A surrogate pair is never cut in half.
    const isPair = unit >= 0xd800 && unit <= 0xdbff && end + 1 < text.length
    bytes += isPair ? 8 : bytesOfUnit(unit)
    if (bytes > most) {
      const cut = text.slice(0, kept).trimEnd()
      // The room of the blanks that were cut off is for the next quote.
      const used = cut.length === kept ? keptBytes : cutToBytes(cut, keptBytes)[1]
      return [`${cut}…`, used + bytesOfEllipsis]
    }
    end += isPair ? 2 : 1
    if (bytes <= room) [kept, keptBytes] = [end, bytes]
  }
  return [text, bytes]
}

/** Twice the bytes of a character. A line break also adds a quote mark to the text and an element to the HTML. */
function bytesOfUnit(unit: number): number {
  if (unit >= 0x80) return unit < 0x800 ? 4 : 6
  if (unit === lineFeed) return 8
  return isEscaped[unit] === 1 ? 6 : 2
}
const lineFeed = 10
const bytesOfEllipsis = 6
/** 1 for the characters that HTML escapes as `&#38;`. */
const isEscaped = Uint8Array.from({ length: 0x80 }, (_, unit) =>
  /[&<>"']/.test(String.fromCharCode(unit)) ? 1 : 0,
)

/** Keeps as many lines, and parts of a line, as fit. */
function withinBytes(list: List, most: number, { link }: Mail, urlOf: UrlOf): [List, number] {
  const rest: MailLine = { text: messages.notifications.mail.restInApp, ...(link && { path: link.path }) }
  const bytesOfLine = (line: MailLine) =>
    bytesOf({ text: lineAsText(line, urlOf), html: lineAsHtml(line, urlOf) }) + bytesAroundLine
  const room = most - bytesOfLine(rest)
  const lines: MailLine[] = []
  let bytes = 0
  for (const line of list.lines) {
    const fitting = line.parts ? withPartsWithin(line, room - bytes, bytesOfLine) : line
    const more = bytesOfLine(fitting)
    const isWhole = fitting === line
    if (bytes + more <= room && (fitting.parts?.length ?? 1) > 0) {
      lines.push(fitting)
      bytes += more
      if (isWhole) continue
    }
    lines.push(rest)
    return [{ ...list, lines }, bytes + bytesOfLine(rest)]
  }
  return [{ ...list, lines }, bytes]
}

/** The bytes of its element, its bullet and the indents of the lines below it. */
const bytesAroundLine = 80

function withPartsWithin(line: MailLine, most: number, bytesOfLine: (line: MailLine) => number): MailLine {
  if (bytesOfLine(line) <= most) return line
  const parts: { text: string; path: string }[] = []
  let bytes = bytesOfLine({ ...line, text: '', parts })
  for (const part of line.parts ?? []) {
    bytes += bytesOfLine({ text: part.text, parts: [part] })
    if (bytes > most) break
    parts.push(part)
  }
  return { ...line, text: parts.map(({ text }) => text).join(', '), parts }
}

function textOf({ paragraphs, link, reason, unsubscribe }: Mail, urlOf: UrlOf): string {
  const footer = unsubscribe
    ? `${reason}\n${unsubscribe.text}: ${urlOf(unsubscribePage(unsubscribe.code))}`
    : reason
  return `${[
    ...paragraphs.map(block => blockAsText(block, urlOf)),
    ...(link ? [`${link.text}:\n${urlOf(link.path)}`] : []),
    `-- \n${footer}`,
  ].join('\n\n')}\n`
}

function blockAsText(block: MailBlock, urlOf: UrlOf): string {
  if (typeof block === 'string') return block
  if ('quote' in block)
    return linesOf(block.quote)
      .map(line => `> ${line}`)
      .join('\n')
  const [only, ...others] = block.lines
  // A single line is not shown as a list.
  if (only && others.length === 0 && !block.heading) return lineAsText(only, urlOf)
  const lines = block.lines.map(line => `- ${linesOf(lineAsText(line, urlOf)).join('\n  ')}`)
  return [...(block.heading ? [block.heading, ''] : []), ...lines].join('\n')
}

const lineAsText = ({ text, path, note }: MailLine, urlOf: UrlOf) =>
  [text, ...(note ? [note] : []), ...(path ? [urlOf(path)] : [])].join('\n')

// Colours are in the style of each element, because some mail programs drop style sheets. Programs with a dark mode read the
// sheet, where !important overrides the element.
const dark = `@media (prefers-color-scheme: dark) {
  .mail { background: #15181c !important; color: #e6e8eb !important }
  .quote { border-color: #4b5563 !important; color: #c3c8cf !important }
  .small { color: #9aa3ad !important }
  .line a, .small a { color: #8ab4f8 !important }
  .button a { background: #8ab4f8 !important; color: #10151c !important }
}`

function htmlOf({ paragraphs, link, reason, unsubscribe, subject }: Mail, urlOf: UrlOf): string {
  const turnOff =
    unsubscribe &&
    `<br><a href="${escapeHtml(urlOf(unsubscribePage(unsubscribe.code)))}" style="color:#1f5fbf">${escapeHtml(unsubscribe.text)}</a>`
  const button =
    link &&
    `<p class="button" style="margin:24px 0"><a href="${escapeHtml(urlOf(link.path))}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1f5fbf;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(link.text)}</a></p>`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title>
<style>${dark}</style></head>
<body class="mail" style="margin:0;padding:24px;background:#ffffff;color:#1b1f24;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;overflow-wrap:break-word">
${paragraphs.map(block => blockAsHtml(block, urlOf)).join('\n')}
${button ?? ''}
<p class="small" style="margin:32px 0 0;font-size:13px;color:#5b6570">${escapeHtml(reason)}${turnOff ?? ''}</p>
</div>
</body>
</html>
`
}

function blockAsHtml(block: MailBlock, urlOf: UrlOf): string {
  if (typeof block === 'string') return `<p style="margin:0 0 16px">${withBreaks(block)}</p>`
  if ('quote' in block)
    return `<blockquote class="quote" style="margin:0 0 16px;padding:0 0 0 14px;border-left:3px solid #c5ccd4;color:#3b434c">${withBreaks(block.quote)}</blockquote>`
  const heading =
    block.heading && `<p style="margin:24px 0 8px;font-weight:600">${escapeHtml(block.heading)}</p>\n`
  const [only, ...others] = block.lines
  if (only && others.length === 0 && !block.heading)
    return `<p class="line" style="margin:0 0 8px">${lineAsHtml(only, urlOf)}</p>`
  const lines = block.lines.map(
    line => `<li class="line" style="margin:0 0 8px">${lineAsHtml(line, urlOf)}</li>`,
  )
  return `${heading ?? ''}<ul style="margin:0 0 16px;padding:0 0 0 20px">\n${lines.join('\n')}\n</ul>`
}

function lineAsHtml({ text, path, note, parts }: MailLine, urlOf: UrlOf): string {
  const linked = (part: { text: string; path: string }) =>
    `<a href="${escapeHtml(urlOf(part.path))}" style="color:#1f5fbf">${escapeHtml(part.text)}</a>`
  const said = parts ? parts.map(linked).join(', ') : path ? linked({ text, path }) : escapeHtml(text)
  const small =
    note && `<br><span class="small" style="font-size:14px;color:#5b6570">${withBreaks(note)}</span>`
  return `${said}${small ?? ''}`
}

const withBreaks = (text: string) => linesOf(escapeHtml(text)).join('<br>')

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&#38;')
    .replaceAll('<', '&#60;')
    .replaceAll('>', '&#62;')
    .replaceAll('"', '&#34;')
    .replaceAll("'", '&#39;')
