/** What a number input can take by itself; a negative number becomes 0 later. */
export const isPlain = (text: string) => /^[\d.-]*$/.test(text)

/**
 * Until `translateHours` is loaded: from the first character on that a number input would drop, what is typed or pasted
 * is held back. "1:30" by a fast user would be 130 otherwise. Returns a function that ends it and tells the text.
 */
export function holdBack(input: HTMLInputElement): () => string | null {
  let held: string | null = null
  input.onbeforeinput = event => {
    const { data, inputType, cancelable } = event
    const text = data ?? ''
    // Composed text can't be held back.
    if (!cancelable || inputType === 'insertLineBreak' || (held === null && isPlain(text))) return
    event.preventDefault()
    // The selection stays while nothing is written, and counts once.
    const before = held ?? (String(document.getSelection()) ? '' : input.value)
    held = inputType.startsWith('delete') ? before.slice(0, -1) : before + text
  }
  return () => {
    input.onbeforeinput = null
    return held
  }
}
