import { useEffect } from 'react'
import { loadPage } from './page-files.ts'

const intentions = ['pointerover', 'focusin', 'touchstart'] as const

/** Prefetches the code of a page when the user hovers or focuses a link to it. */
export function usePrefetchPages() {
  useEffect(() => {
    const handle = ({ target }: Event) => {
      const link = target instanceof Element && linkAt(target)
      if (link && link.origin === location.origin) loadPage(link.pathname)
    }
    for (const name of intentions) document.addEventListener(name, handle, { passive: true })
    return () => {
      for (const name of intentions) document.removeEventListener(name, handle)
    }
  }, [])
}

/** A click anywhere in a row may follow its link. */
const linkAt = (element: Element) =>
  element.closest<HTMLAnchorElement>('a[href]') ??
  element.closest('.rows-open tr')?.querySelector<HTMLAnchorElement>('a[href]')
