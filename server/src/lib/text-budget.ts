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

/** Matches every character that JSON escapes, and emojis, which are pairs of surrogates. Classes of Unicode take ten times as long. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what JSON escapes
const mayBeEscaped = /["\\\u0000-\u001f\ud800-\udfff]/

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
    const unit = text.charCodeAt(end)
    // A surrogate pair is never cut in half.
    const isPair = isHighHalf(unit) && isLowHalf(text.charCodeAt(end + 1))
    const more = isPair ? 4 : bytesInJson(unit)
    if (bytes + more > most) break
    bytes += more
    end += isPair ? 2 : 1
  }
  return { end, bytes }
}

const isHighHalf = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
const isLowHalf = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

function bytesInJson(unit: number): number {
  if (unit < 0x80) return asciiBytes[unit] as number
  if (unit < 0x800) return 2
  return unit >= 0xd800 && unit <= 0xdfff ? escaped : 3
}

/** The number of bytes of \u0001. */
const escaped = 6

// Looked up in an array, because a page of a hundred texts full of control characters has a million of them.
const asciiBytes = Uint8Array.from(
  { length: 0x80 },
  (_, unit) => JSON.stringify(String.fromCharCode(unit)).length - 2,
)
