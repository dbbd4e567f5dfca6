import { useMemo } from 'react'
import { formatHours, minutesOf, sayHours } from '#shared/hours.ts'
import { editsMax, type TextPart, wordChanges } from './word-changes.ts'

type ChangedTextProps = { before: string; after: string; isRow?: boolean }

/** A text in which removed and added words are marked, for screen readers too. */
export function ChangedText({ before, after, isRow = false }: ChangedTextProps) {
  const parts = useMemo(
    () => wordChanges(before, after, isRow ? editsMax.row : editsMax.text),
    [before, after, isRow],
  )
  if (parts.length === 0) return <div className="changed-text">{after}</div>
  // A text that was rewritten is shown below the old one.
  const isRewritten = parts.every(({ kind }) => kind !== 'same')
  let at = 0
  return (
    <div className={`changed-text ${isRewritten ? 'changed-whole' : ''}`}>
      {parts.map(part => {
        at += part.text.length
        return <Part key={`${part.kind} ${at}`} part={part} />
      })}
    </div>
  )
}

function Part({ part: { kind, text } }: { part: TextPart }) {
  if (kind === 'same') return text
  const Mark = kind === 'removed' ? 'del' : 'ins'
  // Spaces around the words are not marked.
  const [, start = '', words = '', end = ''] = /^([^\S\n]*)(.*?)([^\S\n]*)$/s.exec(text) ?? []
  if (words !== '' && words !== text) {
    return (
      <>
        {start}
        <Part part={{ kind, text: words }} />
        {end}
      </>
    )
  }
  const blank = /^\s+$/.test(text) ? (text.includes('\n') ? 'a line break' : 'a space') : undefined
  return (
    <Mark>
      <span className="visually-hidden">
        {' '}
        {kind} {blank}
      </span>
      {/* A mark around nothing but a line break would be invisible. */}
      {blank && <span aria-hidden="true">{text.includes('\n') ? '¶' : ''}</span>}
      {text}
      <span className="visually-hidden">, </span>
    </Mark>
  )
}

/** A short value, such as a project, that was replaced by another. */
export function ChangedValue({ before, after }: { before: string; after: string }) {
  if (before === after) return after
  return (
    <>
      <Part part={{ kind: 'removed', text: before }} /> <Part part={{ kind: 'added', text: after }} />
    </>
  )
}

/** "2h → 2h 30m (+30m)" */
export function ChangedHours({ before, after }: { before: number; after: number }) {
  const [from, to] = [minutesOf(before), minutesOf(after)]
  if (from === to) return <span className="tabular">{formatHours(to)}</span>
  const [sign, word] = to > from ? ['+', 'more'] : ['−', 'less']
  const difference = Math.abs(to - from)
  return (
    <span className="changed-hours tabular">
      <span aria-hidden="true">
        {formatHours(from)} → {formatHours(to)} ({sign}
        {formatHours(difference)})
      </span>
      <span className="visually-hidden">
        {sayHours(to)}, before {sayHours(from)}: {sayHours(difference)} {word}
      </span>
    </span>
  )
}
