import type { Page } from '@playwright/test'

/** Console messages of the app and the browser while there is no connection. */
export const offlineMessages = [
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_REFUSED/,
  /^No response to /,
  /couldn't be loaded/,
  /Failed to fetch dynamically imported module|Unable to preload CSS/,
]

export const retryButton = (page: Page) => page.getByRole('button', { name: 'Try again' })

/**
 * The text of the screen without clocks, which change all the time. It uses `textContent`, because `innerText` leaves out
 * content below the window that has not been drawn yet.
 */
export const mainText = async (page: Page) =>
  (await page.locator('#main').textContent())?.replace(/\(now [^)]*\)|It's \S+ there now/g, '') ?? null

/** The text of the screen once it no longer grows, because a long list is rendered in parts. */
export async function wholeText(page: Page) {
  let text: string | null = null
  for (let before: string | null | undefined; text !== before; ) {
    before = text
    await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve, { timeout: 1000 })))
    text = await mainText(page)
  }
  return text
}
