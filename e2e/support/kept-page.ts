import type { BrowserContext, Page } from '@playwright/test'
import { watchLayoutShifts } from './looks.ts'
import { test as base } from './test.ts'

let kept: BrowserContext | undefined

/**
 * For tests that only look at the filled team: those of a worker share one page, because a first load in an empty browser
 * takes twice the work of a load in one that has the app's files. Each starts without anything stored. Playwright replaces
 * the worker of a test that fails, and the page with it.
 */
export const test = base.extend({
  context: async ({ browser, team }, use, { errors }) => {
    kept ??= await openKept(browser.newContext())
    const [page] = kept.pages()
    if (!page) throw new Error('The page that tests share is gone')
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference', forcedColors: 'none' })
    await use(kept)
    // Ends what the screen still does, after the console was looked at. What failed is kept for its picture.
    if (errors.length > 0) return
    await leaveApp(page, team.url)
    await clearStorage(page)
  },
  page: async ({ context }, use) => {
    const [page] = context.pages()
    if (page) await use(page)
  },
})

async function openKept(opening: Promise<BrowserContext>) {
  const context = await opening
  await watchLayoutShifts(await context.newPage())
  return context
}

/** On a page of the same origin that is not the app. */
async function leaveApp(page: Page, url: string) {
  await page.goto(`${url}/healthz`)
}

async function clearStorage(page: Page) {
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name = '' } of await indexedDB.databases())
      await new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name)
        request.onsuccess = resolve
        request.onerror = reject
      })
    for (const name of await caches.keys()) await caches.delete(name)
  })
}

/** What is opened from now on is opened by this user. */
export async function enterAs(page: Page, url: string, token: string) {
  // Where the test before has left the page.
  if (page.url() !== `${url}/healthz`) await leaveApp(page, url)
  await page.evaluate(value => localStorage.setItem('token', value), token)
}

/** Shows the screen at this path without loading the document again, as a link to it does. */
export async function follow(page: Page, path: string) {
  await page.evaluate(followInPage, [path])
}

/**
 * The same with an empty data cache. By way of the landing page, because a screen that stays mounted keeps its data. This
 * takes half the work of loading the document.
 */
export async function openAnew(page: Page, path: string) {
  await page.evaluate(emptyCache)
  await page.evaluate(followInPage, ['/', path])
}

function emptyCache() {
  const { __TANSTACK_QUERY_CLIENT__: cache } = window as { __TANSTACK_QUERY_CLIENT__?: { clear: () => void } }
  if (!cache) throw new Error('The app has no data cache.')
  cache.clear()
}

async function followInPage(paths: string[]) {
  for (const path of paths) {
    // The landing page may have led there already.
    if (location.pathname + location.search === path) continue
    // Every screen names itself once it is there.
    document.title = ''
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
    while (document.title === '') await new Promise(resolve => setTimeout(resolve, 10))
    // The app takes this for the Back button, and leaves the page where it was scrolled to.
    window.scrollTo(0, 0)
  }
}
