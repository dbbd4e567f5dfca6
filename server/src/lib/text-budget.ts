const encoder = new TextEncoder()
export const ellipsis = '…'

/** Room for the texts of one report in a list, as they are sent. What does not fit is cut, and so is all that follows. */
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
    const bytes = jsonBytes(text)
    if (bytes <= this.#bytesLeft) {
      this.#bytesLeft -= bytes
      return text
    }
    const start = startWithin(text, this.#bytesLeft)
    this.#bytesLeft = 0
    this.isShortened = true
    return start + ellipsis
  }

  /** For what is sent whole or not at all. False if it doesn't fit. */
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

/** Finds all that JSON escapes (quotes, backslashes, control characters, halves of a character) and a little more. */
const mayBeEscaped = /["\\\p{Cc}\p{Cs}]/u

/** The bytes of a text in JSON, without its quotes: a control character takes up to six. */
function jsonBytes(text: string): number {
  return mayBeEscaped.test(text) ? Buffer.byteLength(JSON.stringify(text)) - 2 : Buffer.byteLength(text)
}

/** As many whole characters of a text as take at most so many bytes in JSON. */
function startWithin(text: string, bytes: number): string {
  // Never half a character: encodeInto stops before one that does not fit.
  const { read } = encoder.encodeInto(text, new Uint8Array(bytes))
  const start = text.slice(0, read)
  if (!mayBeEscaped.test(start)) return start
  let left = bytes
  let end = 0
  for (const character of start) {
    left -= jsonBytes(character)
    if (left < 0) break
    end += character.length
  }
  return start.slice(0, end)
}
