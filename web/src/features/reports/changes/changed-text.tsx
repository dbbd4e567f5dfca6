import { useMemo } from 'react'
import { editsMax, type TextPart, wordChanges } from './word-changes.ts'

type ChangedTextProps = { before: string; after: string; isRow?: boolean }

/** A text with what was removed and added, marked, coloured and said. */
export function ChangedText({ before, after, isRow = false }: ChangedTextProps) {
  const parts = useMemo(
    () => wordChanges(before, after, isRow ? editsMax.row : editsMax.text),
    [before, after, isRow],
  )
  if (parts.length === 0) return <div className="changed-text">{after}</div>
  // Written anew: one text below the other.
  const isWhole = parts.every(({ kind }) => kind !== 'same')
  let at = 0
  return (
    <div className={`changed-text ${isWhole ? 'changed-whole' : ''}`}>
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
  // Spaces around the words are not worth a mark.
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
      {/* A line break alone would be a mark that is not seen. */}
      {blank && <span aria-hidden="true">{text.includes('\n') ? '¶' : ''}</span>}
      {text}
      <span className="visually-hidden">, </span>
    </Mark>
  )
}

/** From one short value to another: a project. */
export function ChangedValue({ before, after }: { before: string; after: string }) {
  if (before === after) return after
  return (
    <>
      <Part part={{ kind: 'removed', text: before }} /> <Part part={{ kind: 'added', text: after }} />
    </>
  )
}
