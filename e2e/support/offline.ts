import type { Page } from '@playwright/test'

/** What the app and the browser say on the console while there is no connection. */
export const saidOffline = [
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_REFUSED/,
  /^No response to /,
  /couldn't be loaded/,
  /Failed to fetch dynamically imported module|Unable to preload CSS/,
]

export const retryButton = (page: Page) => page.getByRole('button', { name: 'Try again' })

// Not what is drawn: the browser leaves out what is below the window until it has drawn a frame.
/** Without what a clock says, which goes on meanwhile. */
export const mainText = async (page: Page) =>
  (await page.locator('#main').textContent())?.replace(/\(now [^)]*\)|It's \S+ there now/g, '') ?? null

/** The text of the screen once it no longer grows: a long list is drawn in parts. */
export async function wholeText(page: Page) {
  let text: string | null = null
  for (let before: string | null | undefined; text !== before; ) {
    before = text
    await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve, { timeout: 1000 })))
    text = await mainText(page)
  }
  return text
}
