import { useState } from 'react'

/** A card above or below these lines is as good as out of sight. */
const edge = 96

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

  /** Who has scrolled away from a card means the one that is read now. */
  function currentNow(): number | undefined {
    const box = current === undefined ? undefined : elementOf(current)?.getBoundingClientRect()
    if (!box || box.height === 0 || (box.bottom > edge && box.top < innerHeight - edge)) return current
    return ids.find(id => (elementOf(id)?.getBoundingClientRect().bottom ?? 0) > edge) ?? current
  }

  /** At the top of the window at once: a smooth scroll would be waited for. */
  function show(id: number) {
    setEntered(id)
    const element = elementOf(id)
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'start', behavior: 'instant' })
  }

  return { current, enter: setEntered, currentNow, show }
}
