import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import { lazily } from '../lib/lazily.ts'

type PageFile = { path: string; load: () => Promise<{ default: ComponentType }> }

const files: PageFile[] = []

/** A page in a chunk of its own, which can be prefetched. */
export function page(path: string, load: PageFile['load']) {
  files.push({ path, load })
  return lazily(load)
}

/** Loads the code of the page with this path, if there is one; a second call does not load it again. */
export function loadPage(pathname: string) {
  // Browsers remember a file that could not be loaded until the next reload.
  if (!navigator.onLine) return
  const fitting = files.filter(({ path }) => matchPath(path, pathname))
  // /reports/new is not the report with the id "new".
  const [best] = fitting.sort((a, b) => placeholdersIn(a.path) - placeholdersIn(b.path))
  // Should it fail, then opening the page fails too, and that is the time to say so.
  best?.load().catch(() => {})
}

const placeholdersIn = (path: string) => path.split(':').length
