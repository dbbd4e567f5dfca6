import { useEffectEvent, useLayoutEffect } from 'react'
import { createStore, useStore } from './store.ts'

// Letters typed by voice control reach a page one by one, so users can switch these keys off (WCAG 2.1.4).
const slot = 'single-key-shortcuts'

function readIsOn() {
  try {
    return localStorage.getItem(slot) !== 'off'
  } catch {
    return true
  }
}

const isOn = createStore(readIsOn())
markRoot()

/** The hints on buttons go with the keys (components/_controls.scss). */
function markRoot() {
  if (isOn.get()) delete document.documentElement.dataset.keys
  else document.documentElement.dataset.keys = 'off'
}

export function switchKeys(on: boolean) {
  isOn.set(on)
  markRoot()
  try {
    if (on) localStorage.removeItem(slot)
    else localStorage.setItem(slot, 'off')
  } catch {
    // Storage is switched off: the choice holds until the page is closed.
  }
}

export const useKeysAreOn = () => useStore(isOn)

type KeyActions = Readonly<Record<string, (() => void) | undefined>>

/** A key that is held down repeats only when it moves through a list. */
const repeating = new Set(['j', 'k'])

/**
 * Single keys for the whole page: letters in lower case, or "?". They never fire while the user types, with a modifier, or
 * while a dialog is open.
 */
export function useKeys(actions: KeyActions) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : ''
    const action = Object.hasOwn(actions, key) ? actions[key] : undefined
    if (!action || !isOn.get() || !isMeantForPage(event)) return
    if (event.repeat && !repeating.has(key)) return
    event.preventDefault()
    action()
  })

  // Before the page is seen: a key that is pressed right then counts.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Where a letter means itself. */
const takesText = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

function isMeantForPage(event: KeyboardEvent): boolean {
  const { altKey, ctrlKey, metaKey, shiftKey, defaultPrevented, isComposing, key, target } = event
  if (defaultPrevented || isComposing || altKey || ctrlKey || metaKey) return false
  // Some keyboards need Shift for the question mark.
  if (shiftKey && key !== '?') return false
  if (target instanceof Element && target.closest(takesText)) return false
  return document.querySelector('dialog[open]') === null
}
