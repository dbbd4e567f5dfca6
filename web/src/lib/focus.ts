import { useLayoutEffect, useRef } from 'react'

const fields = 'input, select, textarea'

/** Whether the user has gone to another field, or typed, since their last press of a button, a link or a key. */
let hasMoved = false

function trackMovement({ target, key = '' }: Event & { key?: string }) {
  const isInField = target instanceof Element && target.closest(fields) !== null
  hasMoved = key === 'Tab' || (isInField && key !== 'Enter' && key !== 'Escape')
}

for (const name of ['keydown', 'pointerdown', 'input', 'click', 'submit']) {
  // In the capture phase, so that this runs before the handlers of the page, which may call `takeFocus`.
  window.addEventListener(name, trackMovement, { capture: true, passive: true })
}

/** False if the page set the focus, or the focused element is what the user pressed last. */
export const hasMovedFocus = () => {
  const { activeElement } = document
  return hasMoved && activeElement !== null && activeElement !== document.body
}

/**
 * Focuses an element that appears some time after the user pressed something: a result, a refusal, a part that was loaded.
 * It does nothing if the user is in another field by then: they would continue typing in the wrong one.
 */
export function takeFocus(element: HTMLElement | null | undefined, options?: FocusOptions) {
  if (!element || hasMovedFocus()) return false
  element.focus(options)
  return true
}

/**
 * Focuses an element before its first paint, and only once. React runs layout effects again when a Suspense boundary
 * shows what it had hidden; by then the user may be in another field.
 */
export function useFocusOnce<T extends HTMLElement>(isWanted = true, options?: FocusOptions) {
  const element = useRef<T>(null)
  const isDone = useRef(false)
  useLayoutEffect(() => {
    if (!isWanted || isDone.current || !element.current) return
    isDone.current = true
    takeFocus(element.current, options)
  })
  return element
}

/** Spread on the element that a dialog focuses when it opens. */
export const firstFocus = { 'data-first-focus': '' }

export const findFirstFocus = (within: Element | null) =>
  within?.querySelector<HTMLElement>('[data-first-focus]')

/** A list is reloaded after the action, on a slow connection some seconds later. */
const removalMs = 5000

/** The focused element is about to be removed: keyboard users continue at the fallback, not at the top of the page. */
export function keepFocus(fallback: HTMLElement | null) {
  const until = performance.now() + removalMs
  const search = new AbortController()
  const { signal } = search
  // If the user clicks meanwhile, the click decides where the focus goes.
  window.addEventListener('pointerdown', () => search.abort(), { capture: true, signal })
  const look = () => {
    if (signal.aborted) return
    if (document.activeElement === document.body) fallback?.focus()
    // An open dialog makes everything behind it inert, so this tries again in the next frame.
    if (document.activeElement !== fallback && performance.now() < until) requestAnimationFrame(look)
    else search.abort()
  }
  requestAnimationFrame(look)
}
