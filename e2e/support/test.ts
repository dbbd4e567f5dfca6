import { test as base, expect, type Page, request } from '@playwright/test'
import { type Account, type Cast, cast, registerCast, tokenOf } from './cast.ts'
import { type ConsoleWatch, watchConsole } from './console-watch.ts'
import { fillTeam, type Team } from './filled-team.ts'
import { givenTeam } from './given-server.ts'
import { fillReviewing, type Reviewing } from './reviewing.ts'
import { type Server, startServer } from './server.ts'

export { expect }

type ForEachTest = {
  /** Each test has its own, because the tests of a worker and their order differ from run to run. */
  server: Server
  cast: Cast
  app: {
    url: string
    /** Starts a separate server, without accounts unless `admin` is given; it ends with the test. */
    startFresh(options?: Parameters<typeof startServer>[0]): Promise<Server>
  }
  /** Stores the person's token in the page's browser and returns it; `goto` then opens a signed-in page. */
  signInAs(page: Page, person: Account): Promise<string>
  consoleWatch: ConsoleWatch
}
// All fixtures are in one place, because Playwright starts a new worker for tests whose worker fixtures differ.
type ForEachWorker = { team: Team; reviewing: Reviewing }

export const test = base.extend<ForEachTest, ForEachWorker>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here.
    async ({}, use) => {
      const server = await startServer({ admin: cast.ada })
      await use(server)
      await server.stop()
    },
    { timeout: 120_000 },
  ],
  cast: [
    async ({ server }, use) => {
      const api = await request.newContext()
      await registerCast(api, server.url)
      await api.dispose()
      await use(cast)
    },
    { auto: true, timeout: 120_000 },
  ],
  team: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here.
    async ({}, use) => {
      const api = await request.newContext()
      const given = await givenTeam(api)
      const server = given ? undefined : await startServer({ admin: cast.ada })
      await use(given ?? (await fillTeam(api, server as Server)))
      await api.dispose()
      await server?.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  reviewing: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here.
    async ({}, use) => {
      const api = await request.newContext()
      const server = await startServer({ admin: cast.ada })
      await use(await fillReviewing(api, server))
      await api.dispose()
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ server }, use) => use(server.url),
  app: async ({ server }, use) => {
    const fresh: Server[] = []
    await use({
      url: server.url,
      startFresh: async options => {
        const started = await startServer(options)
        fresh.push(started)
        return started
      },
    })
    for (const started of fresh) await started.stop()
  },
  signInAs: ({ server, request }, use) =>
    use(async (page, person) => {
      const token = await tokenOf(request, server.url, person)
      await storeToken(page, server.url, token)
      return token
    }),
  consoleWatch: [
    // This depends on `app`, so it runs before the servers end; a page that is still loading then would log errors.
    async ({ context, app: _app }, use) => {
      const watch = watchConsole(context)
      await use(watch)
      expect(watch.unexpected(), 'the console stays quiet').toEqual([])
    },
    { auto: true },
  ],
})

/** Stores the token on a page of the same origin that is not the app, so that the app starts with it. */
export async function storeToken(page: Page, url: string, token: string) {
  await page.goto(`${url}/healthz`)
  await page.evaluate(value => localStorage.setItem('token', value), token)
}

export function storedToken(page: Page) {
  return page.evaluate(() => localStorage.getItem('token'))
}
