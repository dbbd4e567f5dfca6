import type { SnippetPart } from '#shared/contract/search.ts'
import { limits } from '#shared/limits.ts'
import { matches, placedWords } from '#shared/search-words.ts'
import { withDots } from '../../lib/cut-text.ts'

type Range = { start: number; end: number }

/**
 * The text around the first hit, with the hits marked. It is taken from the first of the texts that has any; without a hit,
 * from the beginning of the first text that isn't empty.
 */
export function snippetOf(texts: readonly string[], searched: readonly string[]): SnippetPart[] {
  const written = texts.filter(text => text.trim() !== '')
  for (const text of written) {
    const hits = hitsIn(text, searched)
    if (hits.length > 0) return partsOf(text, windowAround(text, hits[0] as Range), hits)
  }
  const [first] = written
  return first === undefined ? [] : partsOf(first, windowAround(first, { start: 0, end: 0 }), [])
}

/** Hits that touch each other, such as the pairs of a Chinese word, are one. */
function hitsIn(text: string, searched: readonly string[]): Range[] {
  const hits: Range[] = []
  for (const { word, start, end } of placedWords(text)) {
    if (!searched.some(each => matches(word, each))) continue
    const last = hits.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else hits.push({ start, end })
  }
  return hits
}

/** Begins and ends between words where there are any nearby. */
function windowAround(text: string, hit: Range): Range {
  const early = Math.max(0, hit.start - limits.snippetLead)
  const space = text.slice(early, hit.start).match(/\s+/)
  const start =
    early === 0 ? 0 : space ? early + (space.index ?? 0) + space[0].length : withoutHalf(text, early)
  const late = start + limits.snippetCut
  if (late >= text.length) return { start, end: text.length }
  const before = start + text.slice(start, late).search(/\s+\S*$/)
  return { start, end: before > Math.max(start, hit.end) ? before : withoutHalf(text, late) }
}

/** No emoji is cut in half. */
const withoutHalf = (text: string, at: number) => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at)

function partsOf(text: string, { start, end }: Range, hits: readonly Range[]): SnippetPart[] {
  const parts: SnippetPart[] = []
  const add = (from: number, to: number, hit: boolean) => {
    const part = withDots(text.slice(from, to))
    if (part !== '') parts.push({ text: part, hit })
  }
  let at = start
  for (const hit of hits) {
    if (hit.start >= end) break
    if (hit.end <= start) continue
    add(at, Math.max(at, hit.start), false)
    add(Math.max(at, hit.start), Math.min(hit.end, end), true)
    at = Math.min(hit.end, end)
  }
  add(at, end, false)
  return withCuts(parts, start > 0, end < text.length)
}

function withCuts(parts: SnippetPart[], isCutBefore: boolean, isCutAfter: boolean): SnippetPart[] {
  return [
    ...(isCutBefore ? [{ text: '…', hit: false }] : []),
    ...parts,
    ...(isCutAfter ? [{ text: '…', hit: false }] : []),
  ].reduce<SnippetPart[]>((joined, part) => {
    const last = joined.at(-1)
    if (last && last.hit === part.hit) last.text += part.text
    else joined.push({ ...part })
    return joined
  }, [])
}
