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
  // For each closing bracket, how many more of them there are than opening ones.
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

type ListItem = {
  text: string
  /** The indentation. */
  level: number
  /** The number as it was written. */
  number?: number
  /** Present for an item with a check box. */
  isDone?: boolean
}
/** A list, or the plain text between lists. `at` is its index in the text. */
type TextBlock = { at: number } & ({ items: ListItem[] } | { text: string })

// "- ", "* ", "• ", "- [ ] ", "[x] ", "1. " and "2) " at the beginning of a line.
const listMark = /^([ \t]*)(?:(?:[-*•][ \t]+)?\[([ xX])\]|[-*•]|(\d{1,3})[.)])[ \t]+(?=\S)/
const levelMax = 3

/** Splits a text into lists and the text between them. A line that is indented below an item belongs to the item. */
export function splitLists(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let at = 0
  let items = 0
  for (const line of text.split(/(?<=\n)/)) {
    const last = blocks.at(-1)
    const item = items < limits.listItemsPerText ? readItem(line) : undefined
    if (item) {
      items++
      if (last && 'items' in last && isSameList(last.items[0], item)) last.items.push(item)
      else blocks.push({ items: [item], at })
    } else if (last && 'items' in last && /^[ \t]{2,}\S/.test(line)) {
      const above = last.items.at(-1)
      if (above) above.text += `\n${line.trim()}`
    } else if (last && 'text' in last) last.text += line
    else blocks.push({ text: line, at })
    at += line.length
  }
  return blocks
}

function readItem(line: string): ListItem | undefined {
  const found = listMark.exec(line)
  if (!found) return undefined
  const [marks, indent = '', box, number] = found
  return {
    text: line.slice(marks.length).trimEnd(),
    level: Math.min(levelMax, Math.floor(indent.replaceAll('\t', '  ').length / 2)),
    ...(number !== undefined && { number: Number(number) }),
    ...(box !== undefined && { isDone: box !== ' ' }),
  }
}

const isSameList = (one: ListItem | undefined, other: ListItem) =>
  one?.level === other.level && (one.number === undefined) === (other.number === undefined)

type LinkifiedTextProps = {
  children: string
  /** Renders the text between the links, for instance with mentions highlighted. */
  mark?: (text: string) => ReactNode
}

/**
 * A user's text: line breaks stay, long words wrap, lines that begin with a list marker are drawn as a list, and only http(s)
 * URLs become links. Nothing else in it is markup.
 */
export function LinkifiedText({ children, mark }: LinkifiedTextProps) {
  return (
    <div className="written-text">
      {splitLists(children).map(block =>
        'items' in block ? (
          <TextList key={block.at} items={block.items} mark={mark} />
        ) : (
          <Fragment key={block.at}>{linkify(block.text, mark)}</Fragment>
        ),
      )}
    </div>
  )
}

const linkify = (text: string, mark: LinkifiedTextProps['mark']) =>
  splitLinks(text).map(({ text, isLink, at }) =>
    isLink ? (
      <a key={at} href={text} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    ) : mark ? (
      <Fragment key={at}>{mark(text)}</Fragment>
    ) : (
      text
    ),
  )

type TextListProps = { items: readonly ListItem[]; mark: LinkifiedTextProps['mark'] }

function TextList({ items, mark }: TextListProps) {
  const List = items[0]?.number === undefined ? 'ul' : 'ol'
  return (
    <List className={`text-list text-list-${items[0]?.level}`}>
      {items.map(({ text, number, isDone }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same; a text has no other keys
        <li key={index} value={number} className={isDone === undefined ? undefined : 'text-check'}>
          {isDone !== undefined && (
            <span
              className={`text-box ${isDone ? 'is-done' : ''}`}
              role="img"
              aria-label={isDone ? 'Done' : 'Not done'}
            />
          )}
          {linkify(text, mark)}
        </li>
      ))}
    </List>
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
