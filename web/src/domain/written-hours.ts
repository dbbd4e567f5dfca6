import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { readWrittenHours } from '#shared/hours.ts'

/** Text that a number input accepts by itself; a negative number becomes 0 later. */
const isPlain = (text: string) => /^[\d.-]*$/.test(text)

/** Keys that move the caret or select, after which typing no longer continues at the end. */
const movesCaret = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  ctrlKey || metaKey || /^(Arrow|Home|End|Page)/.test(key)

type Translation = {
  /** Minutes as the field writes them: 90 is "1.30" in a report, "1.5" in a task. */
  inUnit: (minutes: number) => string
  onChange: (hours: string) => void
  /** Removes the listeners when it is aborted. */
  signal: AbortSignal
}

/**
 * Translates hours as people write them ("1:30", "1h 30m", "90 min") while they are typed or pasted. Browsers drop all
 * other characters from a number input before its `input` event, so "1:30" would become 130 hours.
 */
export function translateHours(input: HTMLInputElement, { inUnit, onChange, signal }: Translation) {
  /** The text as typed, while the field shows its translation: "1h3" while it shows 1.03. Null: they are the same. */
  let typed: string | null = null
  const read = (text: string) => readWrittenHours(text, inUnit)
  const reset = () => {
    typed = null
  }

  function write(text: string): boolean {
    const hours = read(text)
    if (hours === undefined) return false
    typed = isPlain(text) ? null : text
    onChange(hours)
    return true
  }

  function typeText(event: InputEvent, text: string) {
    if (typed === null && isPlain(text)) return
    event.preventDefault()
    if (typed !== null) {
      write(typed + text)
      return
    }
    const before = input.value
    const isReplacing = String(document.getSelection()) !== ''
    const isSeparator = /^[:,h]$/i.test(text)
    if (isSeparator && (isReplacing || !before.includes('.'))) insertSeparator(text, before, isReplacing)
    else if (!isReplacing) write(before + text)
  }

  /** A number input has no caret position, but the browser inserts at the caret: a colon typed into "130" makes 1.30. */
  function insertSeparator(text: string, before: string, isReplacing: boolean) {
    const isInserted = document.execCommand?.('insertText', false, '.')
    if (isInserted && text === ',') return
    const isBetween = isInserted && /\.\d/.test(input.value)
    const written = isBetween ? input.value.replace('.', text) : (isReplacing ? input.value : before) + text
    // A value that is already right is not written again, because that would move the caret.
    if (!isBetween || read(written) !== input.value) write(written)
  }

  function paste(event: InputEvent, text: string) {
    reset()
    if (isPlain(text)) return
    event.preventDefault()
    write(text)
  }

  function handleBeforeInput(event: InputEvent) {
    const { inputType, data, dataTransfer, cancelable } = event
    const isStale = typed !== null && read(typed) !== input.value
    if (isStale) reset()
    // Composed text can't be replaced, because its event isn't cancelable.
    if (!cancelable || inputType === 'insertLineBreak') return
    if (inputType === 'insertText') typeText(event, data ?? '')
    else if (inputType.startsWith('insert')) paste(event, data ?? dataTransfer?.getData('text/plain') ?? '')
    else if (inputType === 'deleteContentBackward' && typed !== null) {
      if (write(typed.slice(0, -1))) event.preventDefault()
    } else reset()
  }

  input.addEventListener('beforeinput', event => handleBeforeInput(event as InputEvent), { signal })
  input.addEventListener('keydown', event => movesCaret(event) && reset(), { signal })
  input.addEventListener('pointerdown', reset, { signal })
  input.addEventListener('blur', reset, { signal })
}

/**
 * Hours as people write them ("1:30", "90 min") in a number input. `inUnit` is how the field writes minutes; the hours
 * that were read go to `onWritten`.
 */
export function useWrittenHours(inUnit: (minutes: number) => string, onWritten: (hours: string) => void) {
  const input = useRef<HTMLInputElement>(null)
  const handleWritten = useEffectEvent(onWritten)

  // A layout effect, because the user may type into a new row at once.
  useLayoutEffect(() => {
    const listening = new AbortController()
    if (input.current)
      translateHours(input.current, { inUnit, onChange: handleWritten, signal: listening.signal })
    return () => listening.abort()
  }, [inUnit])

  return input
}
