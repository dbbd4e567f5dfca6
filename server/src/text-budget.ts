const encoder = new TextEncoder()
export const ellipsis = '…'

/** Room for the texts of one report in a list. What does not fit is cut, and so is all that follows. */
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
    const bytes = Buffer.byteLength(text)
    if (bytes <= this.#bytesLeft) {
      this.#bytesLeft -= bytes
      return text
    }
    // Never half a character: encodeInto stops before one that does not fit.
    const { read } = encoder.encodeInto(text, new Uint8Array(this.#bytesLeft))
    this.#bytesLeft = 0
    this.isShortened = true
    return text.slice(0, read) + ellipsis
  }

  takeOptional(text: string | null): string | null {
    return text === null ? null : this.take(text)
  }
}
