type Reader = { id: number; name: string }

/** A longer text after an @ is not a name. */
const typedMax = 60

/** The text between an @ and the caret, and the index of that @; null: no name is being typed. */
export function mentionAt(text: string, caret: number): { start: number; typed: string } | null {
  const start = text.lastIndexOf('@', caret - 1)
  if (caret < 1 || start < 0 || caret - start > typedMax) return null
  // An @ inside a word belongs to an e-mail address.
  if (start > 0 && !/[\s(]/.test(text.charAt(start - 1))) return null
  const typed = text.slice(start + 1, caret)
  return /^\s|\n/.test(typed) ? null : { start, typed }
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const wordsOf = (text: string) => plain(text).split(/\s+/).filter(Boolean)

/** The readers whose names have, for each typed word, a word that begins with it. None once a name is complete. */
export function matchingReaders<Each extends Reader>(readers: readonly Each[], typed: string): Each[] {
  if (/\s$/.test(typed) && readers.some(({ name }) => plain(name) === plain(typed.trim()))) return []
  const words = wordsOf(typed)
  return readers.filter(({ name }) => {
    const own = wordsOf(name)
    return words.every(word => own.some(each => each.startsWith(word)))
  })
}

/**
 * The ids of the users that a text names. Of several users with the same name, those that were chosen count; a name
 * that was typed by hand counts if only one user has it.
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

/** The users whose whole name follows this @: "@Ann Lee" doesn't name Ann. */
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

/** The styles that decide where the lines of a text field break. */
const copied = [
  'box-sizing',
  'border-width',
  'border-style',
  'padding',
  'font-family',
  'font-size',
  'font-weight',
  'line-height',
  'letter-spacing',
  'word-spacing',
  'tab-size',
  'text-indent',
]

/**
 * The position of a character of a text field in the window. Browsers have no API for it, so the text is laid out in a
 * hidden copy of the field.
 */
export function caretPosition(field: HTMLTextAreaElement, position: number) {
  const copy = document.createElement('div')
  const style = getComputedStyle(field)
  for (const name of copied) copy.style.setProperty(name, style.getPropertyValue(name))
  Object.assign(copy.style, {
    position: 'fixed',
    top: '0',
    left: '0',
    width: `${field.clientWidth + 2 * field.clientLeft}px`,
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  })
  copy.textContent = field.value.slice(0, position)
  const mark = document.createElement('span')
  mark.textContent = '@'
  copy.append(mark)
  document.body.append(copy)
  const { offsetLeft, offsetTop, offsetHeight } = mark
  copy.remove()
  const box = field.getBoundingClientRect()
  const top = box.top + offsetTop - field.scrollTop
  return { left: box.left + offsetLeft, top, bottom: top + offsetHeight }
}
