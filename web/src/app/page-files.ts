import { type ComponentType, useEffect } from 'react'
import { matchPath } from 'react-router'
import { lazily } from '../lib/lazily.ts'

type PageFile = { path: string; load: () => Promise<{ default: ComponentType }> }

const files: PageFile[] = []

/** A page in a chunk of its own, which can be prefetched. */
export function lazyPage(path: string, load: PageFile['load']) {
  files.push({ path, load })
  return lazily(load)
}

/** Loads the code of the page with this path, if there is one; a second call does not load it again. */
export function loadPage(pathname: string) {
  // Browsers remember a file that could not be loaded until the next reload.
  if (!navigator.onLine) return
  const matches = files.filter(({ path }) => matchPath(path, pathname))
  // /reports/new is not the report with the id "new".
  const [best] = matches.sort((a, b) => countPlaceholders(a.path) - countPlaceholders(b.path))
  // If it fails, opening the page fails too and shows the error then.
  best?.load().catch(() => {})
}

const countPlaceholders = (path: string) => path.split(':').length

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
