import { createStore, useStore } from './store.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'theme'
const darkSystem = matchMedia('(prefers-color-scheme: dark)')
const chosen = createStore(readTheme())
let isPrinting = false

function readTheme(): Theme {
  const stored = localStorage.getItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

function showTheme() {
  const root = document.documentElement
  const theme = chosen.get()
  const shown = theme === 'system' ? (darkSystem.matches ? 'dark' : 'light') : theme
  // Prints are always light, because paper is white.
  root.dataset.bsTheme = isPrinting ? 'light' : shown
  // Browsers paint their own frame in the colour of these elements, which should be that of the page.
  const page = getComputedStyle(root).getPropertyValue('--bs-body-bg')
  if (!page) return
  // The page has one element for each theme of the system. A chosen theme applies to both.
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', page)
}

function setTheme(next: Theme) {
  chosen.set(next)
  showTheme()
}

export function chooseTheme(next: Theme) {
  if (next === 'system') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, next)
  setTheme(next)
}

function showPrinted(next: boolean) {
  isPrinting = next
  showTheme()
}

/** Follows the system and the choice made in another tab. */
export function startTheme() {
  showTheme()
  window.addEventListener('beforeprint', () => showPrinted(true))
  window.addEventListener('afterprint', () => showPrinted(false))
  darkSystem.addEventListener('change', showTheme)
  window.addEventListener('storage', event => {
    if (event.key === storageKey || event.key === null) setTheme(readTheme())
  })
}

export const useTheme = () => useStore(chosen)
