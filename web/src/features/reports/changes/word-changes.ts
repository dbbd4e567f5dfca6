import { diffArrays } from 'diff'

export type TextPart = { kind: 'same' | 'removed' | 'added'; text: string }

/**
 * Words that may differ before a text counts as written anew. The time grows with the square of it, and a page of
 * marks would be harder to read than both texts.
 */
export const editsMax = { text: 300, row: 80 }

/** What was removed and added, word by word; nothing for equal texts. */
export function wordChanges(before: string, after: string, max = editsMax.text): TextPart[] {
  if (before === after) return []
  const found = diffArrays(tokensOf(before), tokensOf(after), { maxEditLength: max })
  if (!found) return [...part('removed', before), ...part('added', after)]
  const parts = found.map(({ value, removed, added }): TextPart => {
    const kind = removed ? 'removed' : added ? 'added' : 'same'
    return { kind, text: value.join('') }
  })
  return joined(parts)
}

/** Words, spaces, punctuation and line breaks, by the rules of every script. */
function tokensOf(text: string): string[] {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)
  return Array.from(segments, ({ segment }) => segment)
}

const part = (kind: TextPart['kind'], text: string): TextPart[] => (text === '' ? [] : [{ kind, text }])

/** Replaced words with nothing but a space between them are one replaced phrase, the removed one first. */
function joined(parts: readonly TextPart[]): TextPart[] {
  const result: TextPart[] = []
  let [removed, added] = ['', '']

  function end() {
    result.push(...part('removed', removed), ...part('added', added))
    removed = ''
    added = ''
  }

  for (const [index, { kind, text }] of parts.entries()) {
    if (kind === 'removed') removed += text
    else if (kind === 'added') added += text
    else if (removed && added && /^[^\S\n]+$/.test(text) && isReplaced(parts, index + 1)) {
      removed += text
      added += text
    } else {
      end()
      result.push({ kind, text })
    }
  }
  end()
  return result
}

/** Both sides change here. */
const isReplaced = (parts: readonly TextPart[], at: number) =>
  parts[at]?.kind !== 'same' && parts[at + 1]?.kind !== 'same' && parts[at + 1] !== undefined
