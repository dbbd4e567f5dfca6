import { type RefObject, useEffect, useState } from 'react'

/** Whether an element has come near the window's part of the page; once it has, it stays so. */
export function useIsNear(element: RefObject<Element | null>, { margin = 600, isWanted = true } = {}) {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!isWanted || isNear || !element.current) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
      },
      { rootMargin: `${margin}px 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, margin, isWanted, isNear])
  return isNear
}
