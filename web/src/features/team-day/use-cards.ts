import { useEffect, useRef, useState } from 'react'

/** In pixels: a card that reaches less than this into the window counts as not visible. */
const edge = 96

const scrollKeys = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', ' '])

/** The element id of a user's card. */
export const cardId = (userId: number) => `card-${userId}`

const elementOf = (userId: number) => document.getElementById(cardId(userId))

/** Which card the keys act on. `ids` are the users of the cards in their order; `first` is current at the start. */
export function useCards(ids: readonly number[], first: number | undefined) {
  const [entered, setEntered] = useState<number>()
  const current = entered !== undefined && ids.includes(entered) ? entered : first
  const hasScrolled = useHasScrolled()

  function enter(id: number) {
    hasScrolled.current = false
    setEntered(id)
  }

  /** After the user has scrolled away from the current card, the keys act on the first visible one. */
  function currentNow(): number | undefined {
    if (!hasScrolled.current || current === undefined) return current
    const box = elementOf(current)?.getBoundingClientRect()
    if (!box || (box.bottom > edge && box.top < innerHeight - edge)) return current
    // A binary search, because the browser lays out each card whose position is read, which takes 2 ms.
    // Cards further down may not be rendered yet.
    const unrendered = ids.findIndex(id => !elementOf(id))
    const end = unrendered === -1 ? ids.length : unrendered
    let [low, high] = [0, end]
    while (low < high) {
      const middle = (low + high) >> 1
      const bottom = elementOf(ids[middle] as number)?.getBoundingClientRect().bottom ?? 0
      if (bottom > edge) high = middle
      else low = middle + 1
    }
    return low < end ? ids[low] : current
  }

  /** Focuses a card and scrolls it to the top of the window. */
  function show(id: number) {
    enter(id)
    const element = elementOf(id)
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'start' })
  }

  return { current, enter, currentNow, show }
}

/** Whether the user has scrolled. `scroll` events are no proof, because a text that grows above a card scrolls the page too. */
function useHasScrolled() {
  const hasScrolled = useRef(false)
  useEffect(() => {
    const markScrolled = () => {
      hasScrolled.current = true
    }
    const handleKey = ({ key }: KeyboardEvent) => {
      if (scrollKeys.has(key)) markScrolled()
    }
    // A press on the scroll bar has the document as its target.
    const handleMouseDown = ({ target }: MouseEvent) => {
      if (target === document.documentElement) markScrolled()
    }
    const options = { passive: true }
    window.addEventListener('wheel', markScrolled, options)
    window.addEventListener('touchmove', markScrolled, options)
    window.addEventListener('mousedown', handleMouseDown, options)
    window.addEventListener('keydown', handleKey, options)
    return () => {
      window.removeEventListener('wheel', markScrolled)
      window.removeEventListener('touchmove', markScrolled)
      window.removeEventListener('mousedown', handleMouseDown)
      window.removeEventListener('keydown', handleKey)
    }
  }, [])
  return hasScrolled
}
