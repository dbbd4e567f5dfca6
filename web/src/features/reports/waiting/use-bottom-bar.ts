import { useLayoutEffect, useRef } from 'react'

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
      // What had the focus goes with the bar; the focus moves to the content, not to the top of the page.
      if (element.contains(document.activeElement)) document.getElementById('main')?.focus()
    }
  }, [])
  return bar
}
