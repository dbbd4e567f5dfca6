import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useStore } from './store.ts'

/** Created once for each query, outside of components. */
function mediaStore(query: string) {
  const media = matchMedia(query)
  return {
    get: () => media.matches,
    subscribe(listener: () => void) {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
  }
}

// Bootstrap's md: below it tables become lists of cards. Not on paper: a portrait page is as narrow as a phone, but is
// printed as in a wide window.
const narrow = mediaStore('screen and (max-width: 767.98px)')
// Bootstrap's lg: below it columns are stacked.
const oneColumn = mediaStore('(max-width: 991.98px)')

/** Whether the window is as narrow as a phone's. Lists then show the most important parts of each row and the rest on request. */
export const useIsNarrow = () => useStore(narrow)

export const useIsOneColumn = () => useStore(oneColumn)

type Near = {
  /** How far above or below the window still counts. */
  margin?: number
  isWanted?: boolean
}

/** Calls `onNear` each time an element comes near the part of the page that the window shows. */
export function useOnNear(
  element: RefObject<Element | null>,
  onNear: () => void,
  { margin = 600, isWanted = true }: Near = {},
) {
  const handleNear = useEffectEvent(onNear)
  useEffect(() => {
    if (!isWanted || !element.current) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) handleNear()
      },
      { rootMargin: `${margin}px 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, margin, isWanted])
}

/** Whether the element has ever come near the window. */
export function useIsNear(element: RefObject<Element | null>, { isWanted = true } = {}) {
  const [isNear, setIsNear] = useState(false)
  useOnNear(element, () => setIsNear(true), { isWanted: isWanted && !isNear })
  return isNear
}
