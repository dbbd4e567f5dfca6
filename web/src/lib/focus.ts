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
 * It does nothing if the user is in another field by then: they would go on typing into the wrong one.
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

/** Spread on what a dialog begins with; the dialog focuses it as it opens. */
export const firstFocus = { 'data-first-focus': '' }

export const findFirstFocus = (within: Element | null) =>
  within?.querySelector<HTMLElement>('[data-first-focus]')
