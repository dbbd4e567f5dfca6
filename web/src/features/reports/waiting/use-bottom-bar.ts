import { type RefObject, useLayoutEffect, useRef } from 'react'

/** What else stands at the bottom of the window keeps clear of this bar, whatever its height (`--app-bottom`). */
export function useBottomBar<Element extends HTMLElement>() {
  const bar = useRef<Element>(null)
  useLayoutEffect(() => {
    const element = bar.current
    const root = document.documentElement
    if (!element) return
    const observer = new ResizeObserver(() =>
      root.style.setProperty('--app-bottom', `${element.offsetHeight}px`),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--app-bottom')
    }
  }, [])
  useFocusOnMainAfter(bar)
  return bar
}

/** What had the focus goes with this element; the focus moves to the content, not to the top of the page. */
export function useFocusOnMainAfter(shown: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = shown.current
    return () => {
      if (element?.contains(document.activeElement)) document.getElementById('main')?.focus()
    }
  }, [shown])
}
