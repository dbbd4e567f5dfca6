import type { EventEmitter } from 'node:events'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { test as base, workerOrigins } from './test.ts'

type Viewport = { width: number; height: number } | null
type Shared = { context: BrowserContext; page: Page; protocol: CDPSession; sessions: CDPSession[] }

const opened = new Map<string, Promise<Shared>>()

/**
 * For journeys that don't depend on what the browser has loaded before: those of a worker share one page, because a first
 * load in an empty browser takes twice the work of a load in one that has the app's files. Each starts without anything
 * stored, on a page that is not the app. Playwright replaces the worker of a test that fails, and the page with it.
 */
export const test = base.extend({
  context: async (
    { browser, baseURL, serviceWorkers, viewport, locale, timezoneId, hasTouch, isMobile },
    use,
    { errors },
  ) => {
    if (serviceWorkers !== 'block')
      throw new Error('A service worker outlasts a test that shares its browser')
    const key = JSON.stringify([viewport, locale, timezoneId, hasTouch, isMobile])
    const opening = opened.get(key) ?? open(browser.newContext({ baseURL }))
    opened.set(key, opening)
    const shared = await opening
    const { context, page } = shared
    const listeners = [listenersOf(context), listenersOf(page)]
    const origins = watchOrigins(context)
    await use(context)
    // What failed is kept for its picture.
    if (errors.length > 0) return
    await cleanUp(shared, viewport, origins)
    for (const remove of listeners) remove()
  },
  page: ({ context }, use) => use(context.pages()[0] as Page),
})

async function open(opening: Promise<BrowserContext>): Promise<Shared> {
  const context = await opening
  const page = await context.newPage()
  const protocol = await context.newCDPSession(page)
  const sessions: CDPSession[] = []
  const newCDPSession = context.newCDPSession.bind(context)
  Object.assign(context, {
    newCDPSession: async (target: Page) => {
      const session = await newCDPSession(target)
      sessions.push(session)
      return session
    },
  })
  refuse(page, [...lasting, 'addLocatorHandler'])
  refuse(context, [...lasting, 'setGeolocation', 'setHTTPCredentials'])
  refuse(context.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'])
  return { context, page, protocol, sessions }
}

const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
] as const

/** Nothing takes back what these do before the next test. */
function refuse<Target extends object>(target: Target, methods: (keyof Target & string)[]) {
  for (const method of methods)
    Object.assign(target, {
      [method]: () => {
        throw new Error(`${method} outlasts the test: it needs a browser of its own (e2e/support/test.ts)`)
      },
    })
}

/** The origins of all pages that the test opens, which may have stored something there. */
function watchOrigins(context: BrowserContext) {
  const origins = new Set<string>()
  const watch = (page: Page) =>
    page.on('framenavigated', frame => {
      if (/^https?:/.test(frame.url())) origins.add(new URL(frame.url()).origin)
    })
  for (const page of context.pages()) watch(page)
  context.on('page', watch)
  return origins
}

async function cleanUp(
  { context, page, protocol, sessions }: Shared,
  viewport: Viewport,
  origins: Set<string>,
) {
  for (const other of context.pages()) if (other !== page) await other.close()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const session of sessions.splice(0)) await session.detach().catch(() => {})
  await context.setOffline(false)
  await context.clearPermissions()
  if (viewport) await page.setViewportSize(viewport)
  await page.emulateMedia({
    media: null,
    colorScheme: null,
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
  })
  for (const origin of origins) {
    if (!workerOrigins.has(origin))
      throw new Error(`${origin} ends with the test, which needs its own browser`)
    // Ends what the screen still does, before what it stored is cleared.
    const leave = () => page.goto(`${origin}/healthz`)
    // A screen that is just loading itself again may interrupt the first.
    await leave().catch(leave)
    // Belongs to the tab, and is not cleared with what the origin stores.
    await page.evaluate(() => sessionStorage.clear())
  }
  await page.mouse.up()
  await page.mouse.move(-1, -1)
  for (const origin of origins)
    await protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
}

/** Removes those that were added since. */
function listenersOf(target: Page | BrowserContext) {
  const emitter = target as unknown as EventEmitter
  const all = () =>
    emitter.eventNames().flatMap(name => emitter.listeners(name).map(each => ({ name, each })))
  const before = new Set(all().map(({ each }) => each))
  return () => {
    for (const { name, each } of all()) if (!before.has(each)) emitter.off(name, each as () => void)
  }
}
