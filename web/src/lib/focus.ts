import { useLayoutEffect, useRef } from 'react'

const fields = 'input, select, textarea'

/** Whether the user has gone to another field, or typed, since their last press of a button, a link or a key. */
let hasMoved = false

function note({ target, key = '' }: Event & { key?: string }) {
  const isInField = target instanceof Element && target.closest(fields) !== null
  hasMoved = key === 'Tab' || (isInField && key !== 'Enter' && key !== 'Escape')
}

for (const name of ['keydown', 'pointerdown', 'input', 'click', 'submit']) {
  // Before every handler of the page, which may ask at once.
  window.addEventListener(name, note, { capture: true, passive: true })
}

/** False: what has the focus now has it from the page, or is what was pressed last. */
export const hasMovedFocus = () => {
  const { activeElement } = document
  return hasMoved && activeElement !== null && activeElement !== document.body
}

/**
 * For all that comes later than the press that led to it: a result, a refusal, a part that was loaded. A user who is
 * in another field by then stays there, or the next words would be typed into the wrong one.
 */
export function takeFocus(element: HTMLElement | null | undefined, options?: FocusOptions) {
  if (!element || hasMovedFocus()) return false
  element.focus(options)
  return true
}

/**
 * For what has the focus when it appears: with the paint that shows it, and once. React runs layout effects again when
 * a Suspense boundary shows what it had hidden; by then the user may be elsewhere.
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
