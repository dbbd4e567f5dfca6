/** A list hears of its change after the action is done, on a slow connection some seconds later. */
const removalMs = 5000

/** The focused element is about to be removed: keyboard users continue at the fallback, not at the top of the page. */
export function keepFocus(fallback: HTMLElement | null) {
  const until = performance.now() + removalMs
  const looking = new AbortController()
  const { signal } = looking
  // A user who clicks beside everything meanwhile means it.
  window.addEventListener('pointerdown', () => looking.abort(), { capture: true, signal })
  const look = () => {
    if (signal.aborted) return
    if (document.activeElement === document.body) fallback?.focus()
    // An open dialog makes everything behind it inert, so it is tried again in the next frame.
    if (document.activeElement !== fallback && performance.now() < until) requestAnimationFrame(look)
    else looking.abort()
  }
  requestAnimationFrame(look)
}
