import { Fragment, type ReactNode } from 'react'
import { limits } from '#shared/limits.ts'

export type TextPart = { text: string; isLink: boolean /** Its index in the text. */; at: number }

const url = /\bhttps?:\/\/[^\s<>"“”]+/gi

/**
 * Splits a text into plain parts and http(s) URLs, in order; joined, they are the text again. Takes linear time for any
 * input, so that a crafted text can't freeze a reviewer's page. Beyond the limits a URL stays plain text.
 */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  let links = 0
  for (const { 0: found, index } of text.matchAll(url)) {
    if (links >= limits.linksPerText) break
    const link = withoutSentenceEnd(found)
    if (link.length > limits.urlMax || !URL.canParse(link)) continue
    if (index > end) parts.push({ text: text.slice(end, index), isLink: false, at: end })
    parts.push({ text: link, isLink: true, at: index })
    end = index + link.length
    links++
  }
  if (end < text.length) parts.push({ text: text.slice(end), isLink: false, at: end })
  return parts
}

const openingOf: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** A full stop or bracket after a URL belongs to the sentence, unless the bracket was opened inside. */
function withoutSentenceEnd(found: string): string {
  // By closing bracket: how many more are closed than were opened.
  const unopened = new Map<string, number>()
  for (const [closing, opening] of Object.entries(openingOf)) {
    unopened.set(closing, found.split(closing).length - found.split(opening).length)
  }
  let end = found.length
  while (end > 0) {
    const last = found.charAt(end - 1)
    const surplus = unopened.get(last)
    if (surplus === undefined ? !/[.,;:!?'’*_]/.test(last) : surplus <= 0) break
    if (surplus !== undefined) unopened.set(last, surplus - 1)
    end--
  }
  return found.slice(0, end)
}

type LinkifiedTextProps = {
  children: string
  /** Renders the text between the links, for instance with mentions highlighted. */
  mark?: (text: string) => ReactNode
}

/** A user's text: line breaks stay, long words wrap, and only http(s) URLs become links. */
export function LinkifiedText({ children, mark }: LinkifiedTextProps) {
  return (
    <div className="written-text">
      {splitLinks(children).map(({ text, isLink, at }) =>
        isLink ? (
          <a key={at} href={text} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        ) : mark ? (
          <Fragment key={at}>{mark(text)}</Fragment>
        ) : (
          text
        ),
      )}
    </div>
  )
}

/** A longer text may be cut on narrow screens, so it has the whole text as its tooltip. */
const tooltipFrom = 40

/** A user's text in a list, cut after a few lines, so that one long name does not fill the screen. */
export function Clamped({ text, lines = 2 }: { text: string; lines?: number }) {
  return (
    <span
      className="clamped"
      style={{ WebkitLineClamp: lines }}
      title={text.length > tooltipFrom ? text : undefined}
    >
      {text}
    </span>
  )
}
