type Reader = { id: number; name: string }

/** Longer than this is no name any more. */
const typedMax = 60

/** What is being typed after an @ up to the caret, and where that @ stands; null: no name is being typed. */
export function mentionAt(text: string, caret: number): { start: number; typed: string } | null {
  const start = text.lastIndexOf('@', caret - 1)
  if (caret < 1 || start < 0 || caret - start > typedMax) return null
  // Inside of a word it is an e-mail address.
  if (start > 0 && !/[\s(]/.test(text.charAt(start - 1))) return null
  const typed = text.slice(start + 1, caret)
  return /^\s|\n/.test(typed) ? null : { start, typed }
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const wordsOf = (text: string) => plain(text).split(/\s+/).filter(Boolean)

/** Those with a name in which every typed word begins a word. A name that is complete needs no list. */
export function matching<Each extends Reader>(readers: readonly Each[], typed: string): Each[] {
  if (/\s$/.test(typed) && readers.some(({ name }) => plain(name) === plain(typed.trim()))) return []
  const words = wordsOf(typed)
  return readers.filter(({ name }) => {
    const own = wordsOf(name)
    return words.every(word => own.some(each => each.startsWith(word)))
  })
}

/**
 * The users that a text names. Of several with the same name it is those that were chosen; what was typed by hand counts
 * if it can only be one.
 */
export function mentionedIn(
  text: string,
  readers: readonly Reader[],
  chosen: readonly number[],
  max: number,
): number[] {
  const ids = new Set<number>()
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const found = longestAt(text, at, readers)
    const own = found.filter(({ id }) => chosen.includes(id))
    for (const { id } of own.length > 0 ? own : found.length === 1 ? found : []) ids.add(id)
  }
  return [...ids].slice(0, max)
}

/** Those whose name stands behind this @, all of it: "@Ann Lee" doesn't name Ann. */
function longestAt<Each extends { name: string }>(
  text: string,
  at: number,
  readers: readonly Each[],
): Each[] {
  const fitting = readers.filter(({ name }) => isNamedAt(text, at, name))
  const longest = Math.max(...fitting.map(({ name }) => name.length))
  return fitting.filter(({ name }) => name.length === longest)
}

const isNamedAt = (text: string, at: number, name: string) =>
  text.startsWith(name, at + 1) &&
  !/^[\p{L}\p{N}]/u.test(text.slice(at + 1 + name.length, at + 3 + name.length))
