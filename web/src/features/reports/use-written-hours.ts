import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { readWrittenHours } from '#shared/written-hours.ts'

/** What a number input can take by itself; a negative number becomes 0 later. */
const isPlain = (text: string) => /^[\d.-]*$/.test(text)

/** Keys that move the caret or select, after which typing no longer continues at the end. */
const movesCaret = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  ctrlKey || metaKey || /^(Arrow|Home|End|Page)/.test(key)

/**
 * Translates hours as people write them ("1:30", "1h 30m", "90 min") while they are typed or pasted. Browsers drop
 * every other character from a number input before its `input` event, which made 130 hours of "1:30".
 */
export function useWrittenHours(
  input: RefObject<HTMLInputElement | null>,
  onChange: (hours: string) => void,
) {
  /** The text as typed, while the field shows its translation: "1h3" while it shows 1.03. Null: they are the same. */
  const typed = useRef<string | null>(null)

  function write(text: string): boolean {
    const hours = readWrittenHours(text)
    if (hours === undefined) return false
    typed.current = isPlain(text) ? null : text
    onChange(hours)
    return true
  }

  function typeText(event: InputEvent, element: HTMLInputElement, text: string) {
    if (typed.current === null && isPlain(text)) return
    event.preventDefault()
    if (typed.current !== null) {
      write(typed.current + text)
      return
    }
    const before = element.value
    const isReplacing = String(document.getSelection()) !== ''
    const isSeparator = /^[:,h]$/i.test(text)
    if (isSeparator && (isReplacing || !before.includes('.'))) {
      // A number input does not tell where its caret is, but the browser inserts there: a colon put into "130" makes 1.30.
      const isInserted = document.execCommand?.('insertText', false, '.')
      if (isInserted && (text === ',' || /\.\d/.test(element.value))) return
      write((isReplacing ? element.value : before) + text)
    } else if (!isReplacing) write(before + text)
  }

  function paste(event: InputEvent, text: string) {
    typed.current = null
    if (isPlain(text)) return
    event.preventDefault()
    write(text)
  }

  const handleBeforeInput = useEffectEvent((event: InputEvent) => {
    const element = event.currentTarget as HTMLInputElement
    const { inputType, data, dataTransfer, cancelable } = event
    const isStale = typed.current !== null && readWrittenHours(typed.current) !== element.value
    if (isStale) typed.current = null
    // Composed text can't be held back.
    if (!cancelable || inputType === 'insertLineBreak') return
    if (inputType === 'insertText') typeText(event, element, data ?? '')
    else if (inputType.startsWith('insert')) paste(event, data ?? dataTransfer?.getData('text/plain') ?? '')
    else if (inputType === 'deleteContentBackward' && typed.current !== null) {
      if (write(typed.current.slice(0, -1))) event.preventDefault()
    } else typed.current = null
  })

  useEffect(() => {
    const element = input.current
    const listening = new AbortController()
    const { signal } = listening
    const forget = () => {
      typed.current = null
    }
    element?.addEventListener('beforeinput', event => handleBeforeInput(event as InputEvent), { signal })
    element?.addEventListener('keydown', event => movesCaret(event) && forget(), { signal })
    element?.addEventListener('pointerdown', forget, { signal })
    element?.addEventListener('blur', forget, { signal })
    return () => listening.abort()
  }, [input])
}
