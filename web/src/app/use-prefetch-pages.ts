import { useEffect } from 'react'
import { loadPage } from './page-files.ts'

const intentions = ['pointerover', 'focusin', 'touchstart'] as const

/** Whoever points at a link, or reaches it by keyboard, finds the file of its page already loaded. */
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
