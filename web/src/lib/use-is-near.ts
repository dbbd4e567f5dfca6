import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

type Near = {
  /** How far above or below the window still counts. */
  margin?: number
  isWanted?: boolean
}

/** Tells each time an element comes near the part of the page that the window shows. */
export function useOnNear(
  element: RefObject<Element | null>,
  onNear: () => void,
  { margin = 600, isWanted = true }: Near = {},
) {
  const tell = useEffectEvent(onNear)
  useEffect(() => {
    if (!isWanted || !element.current) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) tell()
      },
      { rootMargin: `${margin}px 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, margin, isWanted])
}

/** Whether an element has come near; once it has, it stays so. */
export function useIsNear(element: RefObject<Element | null>, { isWanted = true } = {}) {
  const [isNear, setIsNear] = useState(false)
  useOnNear(element, () => setIsNear(true), { isWanted: isWanted && !isNear })
  return isNear
}
