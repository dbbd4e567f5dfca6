import type { SnippetPart } from '#shared/contract/search.ts'
import { matches, placedWords, searchedWords, wordsOf } from '#shared/search-words.ts'

/** A text in which the words that were searched for are marked. */
export function Marked({ parts }: { parts: readonly SnippetPart[] }) {
  return parts.map(({ text, hit }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: two parts may say the same; a text has no other keys
    hit ? <mark key={index}>{text}</mark> : text,
  )
}

/** Marks whole words by the rules that the server searches by. */
export function markWords(text: string, searched: string): SnippetPart[] {
  const wanted = searchedWords(searched)
  const parts: SnippetPart[] = []
  let end = 0
  for (const placed of placedWords(text)) {
    if (!wanted.some(word => matches(placed.word, word))) continue
    // The pairs of a script without spaces overlap.
    const start = Math.max(placed.start, end)
    if (start > end) parts.push({ text: text.slice(end, start), hit: false })
    if (placed.end > start) parts.push({ text: text.slice(start, placed.end), hit: true })
    end = Math.max(end, placed.end)
  }
  if (end < text.length) parts.push({ text: text.slice(end), hit: false })
  return parts
}

/** Whether every word that was searched for is in the text. */
export function hasEveryWord(text: string, searched: string): boolean {
  const words = wordsOf(text)
  return searchedWords(searched).every(each => words.some(word => matches(word, each)))
}
