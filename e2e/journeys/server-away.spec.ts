import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIRequestContext, Page } from '@playwright/test'
import { messages } from '#shared/messages.ts'
import { cast, makePerson, signIn, tokenOf } from '../support/cast.ts'
import { openReportForm, startLasting } from '../support/installed-app.ts'
import { expectNoAxeViolations, expectNoSidewaysScrolling } from '../support/looks.ts'
import { offlineMessages } from '../support/offline.ts'
import { makeProject } from '../support/projects.ts'
import { expect, storedToken, storeToken, test } from '../support/test.ts'

// Tests a browser that is online while no server responds: the service worker opens the app from its cache.
// firefox.spec.ts does so in Firefox; installed-app.spec.ts and waiting-reports.spec.ts test the app without a network.

// These tests mostly wait for service workers to install and servers to start, so they run one by one.
test.describe.configure({ mode: 'default' })
test.use({ serviceWorkers: 'allow' })

test.beforeEach(({ consoleWatch }) => {
  consoleWatch.allow(
    ...offlineMessages,
    /ERR_SOCKET_NOT_CONNECTED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/,
    /status of 502|answered with status 502/,
    /^The FetchEvent for ".*" resulted in a network error/,
  )
})

const connection = (page: Page) => page.getByRole('region', { name: 'Connection' })
const unsent = (page: Page) => page.getByRole('region', { name: 'Unsent reports' })
const summary = (page: Page) => page.getByLabel('Summary of tasks')

const rememberedSlots = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter(slot => slot.startsWith('remembered:')))

async function submitReport(page: Page, project: { id: number }, text: string) {
  await summary(page).fill(text)
  await page.getByLabel('Project').first().selectOption(String(project.id))
  await page.getByLabel('Description').first().fill(`${text}: the row`)
  await page.getByLabel('Hours', { exact: true }).first().fill('1.30')
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await expect(page.getByText(messages.offline.saved)).toBeVisible()
}

async function reportsOf(request: APIRequestContext, url: string, token: string) {
  const reply = await request.get(`${url}/api/reports/me`, { headers: { 'x-auth-token': token } })
  return ((await reply.json()).reports as { tasks: string }[]).map(({ tasks }) => tasks)
}

/** Starts a reverse proxy that responds with 502, as proxies do while the server behind them restarts. */
async function startProxyWithoutServer(port: number) {
  const proxy = createServer((_request, response) => response.writeHead(502).end('Bad gateway'))
  await new Promise<void>(resolve => proxy.listen(port, 'localhost', resolve))
  return async () => {
    proxy.closeAllConnections()
    await new Promise(resolve => proxy.close(resolve))
  }
}

test('without a server the app opens, keeps its user and a report, and sends it once the server is back', async ({
  page,
  context,
  request,
  app,
}, testInfo) => {
  test.slow()
  const { env, first } = await startLasting(app, testInfo)
  const { url } = first
  const { token, project } = await openReportForm(page, request, url)
  await first.stop()

  await page.goto(`${url}/reports/new`)
  await expect(connection(page)).toContainText(messages.offline.serverUnreachable)
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  await page.reload()
  await expect(connection(page)).toContainText(messages.offline.serverUnreachable)
  await expect(page).toHaveURL(`${url}/reports/new`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScrolling(page)
  await page.setViewportSize({ width: 1280, height: 720 })

  const other = await context.newPage()
  await other.goto(`${url}/reports`)
  await expect(other.getByRole('alert')).toContainText(messages.offline.needsServer)
  await expect(connection(other)).toBeVisible()

  const sent: string[] = []
  context.on('request', call => {
    if (call.method() === 'POST' && call.url().endsWith('/api/reports')) sent.push(call.url())
  })
  await submitReport(page, project, 'Written in a tunnel')
  for (const tab of [page, other]) {
    await expect(unsent(tab)).toContainText('1 report is waiting to be sent')
    await expect(unsent(tab)).toContainText(messages.offline.serverUnreachable)
  }

  await test.step('502 from a proxy counts as no server', async () => {
    const stop = await startProxyWithoutServer(Number(env.PORT))
    await page.goto(`${url}/reports/new`)
    // The form's own card takes the place of the bar.
    const card = page.getByRole('region', { name: "hasn't been sent yet" })
    await expect(card).toContainText(messages.offline.serverUnreachable)
    await expect(card).toContainText('Written in a tunnel')
    await stop()
  })
  expect(await storedToken(page)).toBe(token)
  expect(sent).toEqual([])

  await app.startFresh({ admin: cast.ada, env })
  for (const tab of [page, other]) {
    await expect(tab.getByText(messages.offline.serverUnreachable)).toHaveCount(0)
    await expect(unsent(tab)).toHaveCount(0)
  }
  await expect(other.getByRole('table', { name: 'My Reports' })).toContainText('Written in a tunnel')
  expect(sent).toHaveLength(1)
  expect(await reportsOf(request, url, token)).toEqual(['Written in a tunnel'])
})

test('a session that ended meanwhile is signed out once the server is back, and the report waits for its author', async ({
  page,
  context,
  request,
  app,
}, testInfo) => {
  test.slow()
  const { env, first } = await startLasting(app, testInfo)
  const { url } = first
  const { token, project } = await openReportForm(page, request, url)
  expect(await rememberedSlots(page)).not.toEqual([])
  await request.post(`${url}/api/auth/logout`, { headers: { 'x-auth-token': token } })
  await first.stop()

  await page.goto(`${url}/reports/new`)
  await submitReport(page, project, 'For later')
  const other = await context.newPage()
  await other.goto(`${url}/dashboard`)
  await expect(unsent(other)).toContainText(messages.offline.serverUnreachable)
  await app.startFresh({ admin: cast.ada, env })
  for (const tab of [page, other]) await expect(tab).toHaveURL(`${url}/login`)
  expect(await rememberedSlots(page)).toEqual([])
  expect(await storedToken(page)).toBeNull()

  await page.getByLabel('Email').fill(cast.dina.email)
  await page.getByLabel('Password', { exact: true }).fill(cast.dina.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(`${url}/dashboard`)
  const again = await signIn(request, url, cast.dina)
  await expect.poll(() => reportsOf(request, url, again)).toEqual(['For later'])
})

/** A proxy in front of the server, which the test turns off, or lets answer with 502, or lose the answers. */
async function startProxy(target: string) {
  const proxy = { url: '', mode: 'on' as 'on' | 'off' | 'bad gateway' | 'answers lost' }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = 'GET', url = '/', headers } = request
    const isReport = method === 'POST' && url === '/api/reports'
    if (proxy.mode === 'bad gateway') return response.writeHead(502).end('Bad gateway')
    if (proxy.mode === 'off') return response.destroy()
    const { host: _, connection: __, 'accept-encoding': ___, ...passed } = headers
    const reply = await fetch(`${target}${url}`, {
      method,
      headers: passed as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      redirect: 'manual',
    })
    const bytes = Buffer.from(await reply.arrayBuffer())
    if (isReport && proxy.mode === 'answers lost') return response.destroy()
    const {
      'content-encoding': _encoding,
      'content-length': _length,
      ...given
    } = Object.fromEntries(reply.headers)
    response.writeHead(reply.status, given).end(bytes)
  })
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  proxy.url = `http://localhost:${(server.address() as AddressInfo).port}`
  function stop() {
    server.closeAllConnections()
    server.close()
  }
  return { proxy, stop }
}

async function fillReport(page: Page, project: { id: number }, text: string) {
  await summary(page).fill(text)
  await page.getByLabel('Project').first().selectOption(String(project.id))
  await page.getByLabel('Description').first().fill(`${text}: the row`)
  await page.getByLabel('Hours', { exact: true }).first().fill('1.30')
}

test.describe('after the form was opened', () => {
  // The form was delivered by the server, so no worker is needed.
  test.use({ serviceWorkers: 'block' })

  for (const mode of ['off', 'bad gateway', 'answers lost'] as const) {
    test(`the report is kept and sent once: ${mode}`, async ({ page, request, app, consoleWatch }) => {
      // The second attempt finds the report that has arrived.
      if (mode === 'answers lost') consoleWatch.allow(/status of 409|already submitted/)
      const { proxy, stop } = await startProxy(app.url)
      const person = await makePerson(request, app.url, 'developer')
      const project = await makeProject(request, app.url, await tokenOf(request, app.url, cast.ada), {
        name: `Bridge ${mode}`,
        developers: [person.id],
      })
      const token = await signIn(request, app.url, person)
      await storeToken(page, proxy.url, token)
      await page.goto(`${proxy.url}/reports/new`)
      await fillReport(page, project, 'Typed before the server went away')
      proxy.mode = mode
      await page.getByRole('button', { name: 'Submit Report' }).click()
      if (mode !== 'answers lost') {
        const failure = page.getByRole('alert')
        await expect(failure).toHaveText(messages.general.noResponse)
        const kept = page.getByText(messages.offline.saved)
        await expect(kept).toBeVisible()
        const [above, below] = [await failure.boundingBox(), await kept.boundingBox()]
        expect(above?.y).toBeLessThan(below?.y ?? 0)
        await expect(unsent(page)).toContainText('1 report is waiting to be sent')
        await expectNoAxeViolations(page)
        // The user corrects the text and tries again while the server is still away.
        await summary(page).fill('Corrected meanwhile')
        await page.getByRole('button', { name: 'Submit Report' }).click()
        await expect(failure).toHaveText(messages.general.noResponse)
        expect(await reportsOf(request, app.url, token)).toEqual([])
        proxy.mode = 'on'
      }
      const expected = mode === 'answers lost' ? 'Typed before the server went away' : 'Corrected meanwhile'
      if (mode === 'answers lost') {
        await expect.poll(() => reportsOf(request, app.url, token)).toEqual([expected])
        proxy.mode = 'on'
      }
      await expect(page).toHaveURL(`${proxy.url}/reports`)
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByRole('table', { name: 'My Reports' })).toContainText(expected)
      await expect(unsent(page)).toHaveCount(0)
      expect(await reportsOf(request, app.url, token)).toEqual([expected])
      // Nothing is left of it, neither a draft nor a waiting report.
      await page.goto(`${proxy.url}/reports/new`)
      await expect(page.getByText(messages.reports.alreadySubmittedToday)).toBeVisible()
      await expect(summary(page)).toHaveValue('')
      stop()
    })
  }
})
