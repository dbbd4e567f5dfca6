export const ellipsis = '…'

/** Limits the bytes of one report's texts in a list. The first text that doesn't fit is cut, as are all later ones. */
export class TextBudget {
  readonly bytes: number
  isShortened = false
  #bytesLeft: number

  constructor(bytes: number) {
    this.bytes = bytes
    this.#bytesLeft = bytes
  }

  get bytesLeft(): number {
    return this.#bytesLeft
  }

  take(text: string): string {
    const { end, bytes } = startWithin(text, this.#bytesLeft)
    if (end === text.length) {
      this.#bytesLeft -= bytes
      return text
    }
    this.#bytesLeft = 0
    this.isShortened = true
    return text.slice(0, end) + ellipsis
  }

  /** For values that can't be cut. False if it doesn't fit. */
  spend(bytes: number): boolean {
    const fits = bytes <= this.#bytesLeft
    this.#bytesLeft = fits ? this.#bytesLeft - bytes : 0
    if (!fits) this.isShortened = true
    return fits
  }

  takeOptional(text: string | null): string | null {
    return text === null ? null : this.take(text)
  }
}

/** Matches every character that JSON escapes (quotes, backslashes, control characters, lone surrogates) and some more. */
const mayBeEscaped = /["\\\p{Cc}\p{Cs}]/u

/**
 * Finds the longest start of a text that has at most this many bytes in JSON without its quotes. It adds up the bytes of
 * each character: calling JSON.stringify for each would take a hundred times as long.
 */
function startWithin(text: string, most: number): { end: number; bytes: number } {
  // Most texts need no escapes and fit.
  if (!mayBeEscaped.test(text)) {
    const bytes = Buffer.byteLength(text)
    if (bytes <= most) return { end: text.length, bytes }
  }
  let bytes = 0
  let end = 0
  while (end < text.length) {
    const character = text.codePointAt(end) as number
    const more = bytesInJson(character)
    if (bytes + more > most) break
    bytes += more
    // A surrogate pair is never cut in half.
    end += character > 0xffff ? 2 : 1
  }
  return { end, bytes }
}

const escapedShortly = new Set([...'"\\\b\t\n\f\r'].map(character => character.charCodeAt(0)))

function bytesInJson(character: number): number {
  if (character < 0x80) {
    if (escapedShortly.has(character)) return 2
    return character < 0x20 ? escaped : 1
  }
  if (character < 0x800) return 2
  if (character > 0xffff) return 4
  const isHalf = character >= 0xd800 && character <= 0xdfff
  return isHalf ? escaped : 3
}

/** The number of bytes of \u0001. */
const escaped = 6
