/** A list hears of its change a moment after the action is done. */
const removalMs = 1000

/** The focused element is about to be removed: keyboard users continue at the fallback, not at the top of the page. */
export function keepFocus(fallback: HTMLElement | null) {
  const until = performance.now() + removalMs
  const look = () => {
    if (document.activeElement === document.body) fallback?.focus()
    // An open dialog makes everything behind it inert, so it is tried again in the next frame.
    if (document.activeElement !== fallback && performance.now() < until) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
