import type { BrowserContext, Page } from '@playwright/test'
import { watchLayoutShifts } from './looks.ts'
import { test as base } from './test.ts'

let shared: BrowserContext | undefined

/**
 * For tests that only read the filled team. The tests of a worker share one page, because a first load with an empty
 * cache takes twice the work of a later one. Each test starts with empty storage. After a failed test Playwright replaces
 * the worker and its page.
 */
export const test = base.extend({
  context: async ({ browser, team }, use, { errors }) => {
    shared ??= await openShared(browser.newContext())
    const [page] = shared.pages()
    if (!page) throw new Error('The page that tests share is gone')
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference', forcedColors: 'none' })
    await use(shared)
    // Leaving the app ends its pending work, after the console was checked. A failed screen stays for its screenshot.
    if (errors.length > 0) return
    await leaveApp(page, team.url)
    await clearStorage(page)
  },
  page: async ({ context }, use) => {
    const [page] = context.pages()
    if (page) await use(page)
  },
})

async function openShared(opening: Promise<BrowserContext>) {
  const context = await opening
  await watchLayoutShifts(await context.newPage())
  return context
}

/** Opens a page of the same origin that is not the app. */
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

/** Signs this user in for every screen that is opened from now on. */
export async function enterAs(page: Page, url: string, token: string) {
  // The previous test may have left the page there already.
  if (page.url() !== `${url}/healthz`) await leaveApp(page, url)
  await page.evaluate(value => localStorage.setItem('token', value), token)
}

/** Shows the screen at this path without loading the document again, as a link to it does. */
export async function follow(page: Page, path: string) {
  await page.evaluate(followInPage, [path])
}

/**
 * Like `follow`, but with an empty data cache. It goes over the landing page, because a screen that stays mounted keeps
 * its data. This takes half the work of loading the document.
 */
export async function openWithEmptyCache(page: Page, path: string) {
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
    // The landing page may already have redirected there, and a screen may have added its team to the URL.
    if ([location.pathname, location.pathname + location.search].includes(path)) continue
    // Every screen sets its title once it is rendered.
    document.title = ''
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
    while (document.title === '') await new Promise(resolve => setTimeout(resolve, 10))
    // The app treats this as the Back button and keeps the scroll position.
    window.scrollTo(0, 0)
  }
}
