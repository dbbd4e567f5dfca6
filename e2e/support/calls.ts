import type { Page } from '@playwright/test'
import { type ScreenName, screenOf } from './screens.ts'

const callOf = (url: string) => url.replace(/^.*?\/api(?=\/)/, '')

/** Records the page's API calls from now on, without prefetches, which have a low priority. */
export async function watchCalls(page: Page) {
  const needed: string[] = []
  // Only the DevTools protocol reports the priority.
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Network.enable')
  protocol.on('Network.requestWillBeSent', ({ request: { url, initialPriority } }) => {
    if (url.includes('/api/') && initialPriority !== 'Low' && initialPriority !== 'VeryLow')
      needed.push(callOf(url))
  })
  return { calls: needed as readonly string[], stop: () => protocol.detach() }
}

/** The calls that a screen's content needs, as patterns. */
export const callsOf = (name: ScreenName) =>
  screenOf(name)
    .calls.map(({ source }) => source)
    .sort()

/** The expected pattern of each call, or the call itself with a question mark. */
export const patternsOf = (calls: readonly string[], name: ScreenName) =>
  calls.map(call => screenOf(name).calls.find(pattern => pattern.test(call))?.source ?? `? ${call}`).sort()

/** Delays the screen's calls until the returned function is called. */
export async function holdAnswers(page: Page) {
  const { release, end } = await holdCalls(page, 'answer')
  return async () => {
    release()
    await end()
  }
}

/** Delays the screen's calls until `release`; from then on until `end`, all calls get this decision. */
export async function holdCalls(page: Page, decision: Decision) {
  const held: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const end = await interceptCalls(page, async call => {
    if (call.startsWith('/auth/')) return 'answer'
    held.push(call)
    await released
    return decision
  })
  return { held: held as readonly string[], release, end }
}

type Decision = 'answer' | 'disconnect'

/**
 * Decides about each call before it leaves the browser. `page.route` would also intercept every script and style and
 * disable the browser's cache, so that each load compiles the whole app again.
 */
export async function interceptCalls(page: Page, decide: (call: string) => Promise<Decision>) {
  const protocol = await page.context().newCDPSession(page)
  const deciding = new Set<Promise<void>>()
  protocol.on('Fetch.requestPaused', ({ requestId, request }) => {
    const decided = decide(callOf(request.url)).then(async decision => {
      if (decision === 'answer') await protocol.send('Fetch.continueRequest', { requestId })
      else await protocol.send('Fetch.failRequest', { requestId, errorReason: 'InternetDisconnected' })
    })
    // Fails if the page has aborted the call.
    deciding.add(decided.catch(() => {}))
  })
  await protocol.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] })
  return async () => {
    await Promise.all(deciding)
    await protocol.send('Fetch.disable')
    await protocol.detach()
  }
}
