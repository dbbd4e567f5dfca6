import { useEffect, useRef, useState } from 'react'

/** Pixels: a card that ends above the upper edge or begins below the lower one counts as out of sight. */
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

  /** After the user has scrolled away from a card, the keys act on the first one in sight. */
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

/** Whether the user has scrolled. `scroll` events don't tell: a text that grows above a card scrolls the page too. */
function useHasScrolled() {
  const hasScrolled = useRef(false)
  useEffect(() => {
    const note = () => {
      hasScrolled.current = true
    }
    const noteKey = ({ key }: KeyboardEvent) => {
      if (scrollKeys.has(key)) note()
    }
    // A press on the scroll bar has the document as its target.
    const notePress = ({ target }: MouseEvent) => {
      if (target === document.documentElement) note()
    }
    const options = { passive: true }
    window.addEventListener('wheel', note, options)
    window.addEventListener('touchmove', note, options)
    window.addEventListener('mousedown', notePress, options)
    window.addEventListener('keydown', noteKey, options)
    return () => {
      window.removeEventListener('wheel', note)
      window.removeEventListener('touchmove', note)
      window.removeEventListener('mousedown', notePress)
      window.removeEventListener('keydown', noteKey)
    }
  }, [])
  return hasScrolled
}
