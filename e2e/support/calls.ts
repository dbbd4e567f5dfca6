import type { Page } from '@playwright/test'
import { type ScreenName, screenOf } from './screens.ts'

const callOf = (url: string) => url.replace(/^.*?\/api(?=\/)/, '')

/** What the page asks the API for from now on, without what it loads ahead, which goes at low priority. */
export async function watchCalls(page: Page): Promise<readonly string[]> {
  const needed: string[] = []
  // Only the browser's own protocol tells the priority.
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Network.enable')
  protocol.on('Network.requestWillBeSent', ({ request: { url, initialPriority } }) => {
    if (url.includes('/api/') && initialPriority !== 'Low' && initialPriority !== 'VeryLow')
      needed.push(callOf(url))
  })
  return needed
}

/** The calls that a screen's content needs, as patterns. */
export const callsOf = (name: ScreenName) =>
  screenOf(name)
    .calls.map(({ source }) => source)
    .sort()

/** Each call with the pattern that expects it, or with a question mark. */
export const patternsOf = (calls: readonly string[], name: ScreenName) =>
  calls.map(call => screenOf(name).calls.find(pattern => pattern.test(call))?.source ?? `? ${call}`).sort()

/** Holds what the screen asks for until it has drawn its placeholders. */
export async function holdAnswers(page: Page) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/api\/(?!auth\/)/, async route => {
    await released
    await route.continue()
  })
  return async () => {
    release()
    await page.unrouteAll({ behavior: 'wait' })
  }
}
