/** A list hears of its change after the action is done, on a slow connection some seconds later. */
const removalMs = 5000

/** The focused element is about to be removed: keyboard users continue at the fallback, not at the top of the page. */
export function keepFocus(fallback: HTMLElement | null) {
  let until = performance.now() + removalMs
  // A user who clicks beside everything meanwhile means it.
  const end = () => {
    until = 0
  }
  window.addEventListener('pointerdown', end, { once: true, capture: true })
  const look = () => {
    if (until === 0) return
    if (document.activeElement === document.body) fallback?.focus()
    // An open dialog makes everything behind it inert, so it is tried again in the next frame.
    if (document.activeElement !== fallback && performance.now() < until) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
