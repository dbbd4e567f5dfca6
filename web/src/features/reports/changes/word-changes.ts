import { diffArrays } from 'diff/lib/diff/array.js'

export type TextPart = { kind: 'same' | 'removed' | 'added'; text: string }

/**
 * A text with more changed words than this counts as rewritten. The time to compare grows with the square of this
 * number, and a page full of marks would be harder to read than both texts.
 */
export const editsMax = { text: 300, row: 80 }

/** The text as unchanged, removed and added parts, word by word. Empty for equal texts. */
export function wordChanges(before: string, after: string, max = editsMax.text): TextPart[] {
  if (before === after) return []
  const found = diffArrays(tokenize(before), tokenize(after), { maxEditLength: max })
  if (!found) return [...part('removed', before), ...part('added', after)]
  const parts = found.map(({ value, removed, added }): TextPart => {
    const kind = removed ? 'removed' : added ? 'added' : 'same'
    return { kind, text: value.join('') }
  })
  return joinPhrases(parts)
}

/** Splits into words, spaces, punctuation and line breaks, also in scripts without spaces. */
function tokenize(text: string): string[] {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)
  return Array.from(segments, ({ segment }) => segment)
}

const part = (kind: TextPart['kind'], text: string): TextPart[] => (text === '' ? [] : [{ kind, text }])

/** Joins replaced words that only a space separates into one replaced phrase, its removed part first. */
function joinPhrases(parts: readonly TextPart[]): TextPart[] {
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

/** True if a removed and an added part follow each other at this index. */
const isReplaced = (parts: readonly TextPart[], at: number) =>
  parts[at]?.kind !== 'same' && parts[at + 1]?.kind !== 'same' && parts[at + 1] !== undefined
