import { useEffect, useRef, useState } from 'react'

/** A card above or below these lines is as good as out of sight. */
const edge = 96

const scrollKeys = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', ' '])

/**
 * Which card the keys are about, and going from card to card. `ids` are those of the cards, in their order; `first` is the
 * one to begin with.
 */
export function useCards(
  ids: readonly number[],
  first: number | undefined,
  elementOf: (id: number) => HTMLElement | null,
) {
  const [entered, setEntered] = useState<number>()
  const current = entered !== undefined && ids.includes(entered) ? entered : first
  const hasScrolled = useHasScrolled()

  function enter(id: number) {
    hasScrolled.current = false
    setEntered(id)
  }

  /** After the user has scrolled away from a card, the keys are about the first one in sight. */
  function currentNow(): number | undefined {
    if (!hasScrolled.current || current === undefined) return current
    const box = elementOf(current)?.getBoundingClientRect()
    if (!box || (box.bottom > edge && box.top < innerHeight - edge)) return current
    // Halving: to ask for the place of a card out of sight, the browser has to lay it out, which takes 2 ms.
    // Those further down may not be drawn yet.
    const undrawn = ids.findIndex(id => !elementOf(id))
    const end = undrawn === -1 ? ids.length : undrawn
    let [low, high] = [0, end]
    while (low < high) {
      const middle = (low + high) >> 1
      const bottom = elementOf(ids[middle] as number)?.getBoundingClientRect().bottom ?? 0
      if (bottom > edge) high = middle
      else low = middle + 1
    }
    return low < end ? ids[low] : current
  }

  /** At the top of the window. */
  function show(id: number) {
    enter(id)
    const element = elementOf(id)
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'start' })
  }

  return { current, enter, currentNow, show }
}

/** Whether the user has scrolled. Not the event of that name: a text that grows above a card moves the page too. */
function useHasScrolled() {
  const hasScrolled = useRef(false)
  useEffect(() => {
    const note = () => {
      hasScrolled.current = true
    }
    const noteKey = ({ key }: KeyboardEvent) => {
      if (scrollKeys.has(key)) note()
    }
    // The bar at the edge belongs to the document, not to an element in it.
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
