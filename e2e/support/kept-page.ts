import type { BrowserContext, Page } from '@playwright/test'
import { watchLayoutShifts } from './looks.ts'
import { test as base, storeToken } from './test.ts'

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
    await clearStorage(page, team.url)
    await use(kept)
    // Ends what the screen still does, after the console was looked at. What failed is kept for its picture.
    if (errors.length > 0) return
    await page.goto(`${team.url}/healthz`)
    // What belongs to the tab is not cleared with what its origin stores.
    await page.evaluate(() => sessionStorage.clear())
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

async function clearStorage(page: Page, url: string) {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'all' })
  await protocol.detach()
}

/** What is opened from now on is opened by this user. */
export const enterAs = storeToken
