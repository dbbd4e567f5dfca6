import type { Page, Route } from '@playwright/test'
import { addDays } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { apiAs, today } from '../support/api.ts'
import { cast, makePerson, tokenOf } from '../support/cast.ts'
import {
  builtVersion,
  makeNextBuild,
  openReportForm,
  startLasting,
  workerReady,
} from '../support/installed-app.ts'

import { expectNoAxeViolations, expectNoSidewaysScrolling, waitForContent } from '../support/looks.ts'
import { makeProject } from '../support/projects.ts'
import { enter } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

// Tests the installed app: it is opened without a network, updated, and switched off by the server.

// These tests mostly wait for service workers to install, so they run one by one and leave the processor to others.
test.describe.configure({ mode: 'default' })
test.use({ serviceWorkers: 'allow' })

test.beforeEach(({ consoleWatch }) => {
  consoleWatch.allow(
    /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_SOCKET_NOT_CONNECTED|ERR_CONNECTION_RESET/,
    /^No response to /,
    /^The FetchEvent for ".*" resulted in a network error/,
  )
})

const registrations = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

/** The cached paths, by cache. */
const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const all: Record<string, string[]> = {}
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys()
      all[name] = requests.map(({ url }) => url.replace(location.origin, ''))
    }
    return all
  })

const shownBuild = (page: Page) => page.evaluate(() => document.documentElement.dataset.build)
const offer = (page: Page) => page.getByRole('region', { name: 'New version' })

test('the page links a manifest with valid icons', async ({ page, request, app }) => {
  await page.goto('/login')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const reply = await request.get(`${app.url}${href}`)
  expect(reply.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await reply.json()
  expect(manifest).toMatchObject({
    name: 'Daily Report App',
    start_url: '/',
    scope: '/',
    display: 'standalone',
  })
  expect(manifest.shortcuts.map(({ name, url }: { name: string; url: string }) => [name, url])).toEqual([
    ['Submit Report', '/reports/new'],
    ['My Reports', '/reports'],
  ])
  const icons: { src: string; sizes: string; purpose?: string }[] = manifest.icons
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512', 'any']))
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  for (const { src, sizes } of [...icons, { src: touch ?? '', sizes: '180x180' }]) {
    const size = await page.evaluate(async url => {
      const image = new Image()
      image.src = url
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    if (sizes !== 'any') expect(size, src).toBe(sizes)
  }
  // Chromium reports what keeps it from offering to install the app.
  const protocol = await page.context().newCDPSession(page)
  const { errors } = await protocol.send('Page.getAppManifest')
  expect(errors).toEqual([])
})

test('the worker is loaded after the page’s data, leaves API calls alone, and caches only files of the build', async ({
  page,
  context,
  team,
}) => {
  await enter(page, team.tokenOf(cast.ada))
  const requested: string[] = []
  context.on('request', call => {
    if (call.serviceWorker() || call.url().endsWith('/sw.js')) requested.push(call.url())
  })
  const held: Route[] = []
  let isHolding = true
  await page.route('**/api/reports/me**', route => {
    if (isHolding) held.push(route)
    else void route.continue()
  })
  await page.goto(`${team.url}/reports`)
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await page.waitForLoadState('load')
  // The page checks several times in these seconds whether it may load the worker.
  await page.waitForTimeout(3000)
  expect(requested).toEqual([])
  expect(await registrations(page)).toBe(0)
  isHolding = false
  for (const route of held) await route.continue()
  await waitForContent(page)
  await workerReady(page)

  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await waitForContent(page)
  // Chromium reports which static route of the worker it used; without one the worker's fetch handler would run.
  const sources = await page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource')
    const calls = loaded.filter(({ name }) => name.includes('/api/')).map(entry => entry.toJSON())
    return calls.map(({ workerMatchedSourceType }) => workerMatchedSourceType)
  })
  expect(new Set(sources)).toEqual(new Set(['network']))

  for (const path of ['/admin/reports', '/admin/users', '/reports', '/account', '/admin/projects']) {
    await page.goto(team.url + path)
    await waitForContent(page)
  }
  await page.goto(`${team.url}/api/docs`)
  await page.goto(`${team.url}/healthz`)
  const all = await cachedPaths(page)
  expect(Object.keys(all)).toEqual([`build-${builtVersion()}`])
  const [paths = []] = Object.values(all)
  const isOfBuild = /^\/(|theme\.js|icon\.svg|assets\/[\w.-]+\.(js|css|woff2))$/
  expect(paths.filter(path => !isOfBuild.test(path))).toEqual([])
  expect(paths.filter(path => /swagger|api-docs/.test(path))).toEqual([])
  expect(paths).toContain('/')
  expect(paths.length).toBeGreaterThan(50)
})

test('the app opens without a network, keeps its user signed in and recovers by itself', async ({
  page,
  context,
  team,
}) => {
  await page.goto(`${team.url}/login`)
  await workerReady(page)
  await context.setOffline(true)
  // The browser has never opened the landing page.
  await page.goto(`${team.url}/`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\w/)
  await page.goto(`${team.url}/login?again`)
  await page.getByLabel('Email').fill(cast.dina.email)
  await page.getByLabel('Password', { exact: true }).fill(cast.dina.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(messages.general.noResponse)
  await expect(page.getByLabel('Email')).toHaveValue(cast.dina.email)

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(`${team.url}/dashboard`)
  await waitForContent(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'My Tasks' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Task Management' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  await expect(page.getByText(messages.offline.needsConnection)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)

  // A signed-in user opens a screen offline and reads that it needs a connection.
  await context.setOffline(true)
  await page.goto(`${team.url}/reports`)
  await expect(page.getByRole('alert')).toContainText(messages.reports.listFailed)
  await expect(page.getByRole('alert')).toContainText(messages.offline.needsConnection)
  await context.setOffline(false)
  await expect(page.getByRole('table', { name: 'My Reports' })).toBeVisible()
})

async function fillPartOfReport(page: Page, project: { id: number }) {
  await page.getByLabel('Summary of tasks').fill('Half a sentence')
  await page.getByLabel('Project').first().selectOption(String(project.id))
  await page.getByLabel('Description').first().pressSequentially('Still typ')
}

test('an update is offered while a user types, loses no text, and starts when it is accepted', async ({
  page,
  context,
  request,
  app,
}, testInfo) => {
  test.slow()
  const { env, first } = await startLasting(app, testInfo)
  const { project } = await openReportForm(page, request, first.url)
  await fillPartOfReport(page, project)
  const second = await context.newPage()
  await second.goto(`${first.url}/reports`)
  await waitForContent(second)

  await first.stop()
  const next = makeNextBuild(testInfo.outputPath('next', 'dist'))
  await app.startFresh({ admin: cast.ada, env, dist: next.dist })
  // The page itself does this every hour.
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect(offer(page)).toContainText(messages.general.newVersion)
  // The offer is visible over the page, in narrow and wide windows.
  await expect(offer(second)).toBeVisible()
  await second.setViewportSize({ width: 360, height: 740 })
  await expect(offer(second)).toBeInViewport()
  await expectNoSidewaysScrolling(second)
  await expectNoAxeViolations(second)
  await second.setViewportSize({ width: 1280, height: 720 })
  await expect(offer(second)).toBeInViewport()

  // The focus and the old build stay, so the user can go on typing.
  await expect(page.getByLabel('Description').first()).toBeFocused()
  await page.keyboard.type('ing')
  await expect(page.getByLabel('Description').first()).toHaveValue('Still typing')
  expect(await shownBuild(page)).toBe(builtVersion())

  // The old tab still has all of its files, although the server no longer has them.
  await second.getByRole('button', { name: 'Dismiss' }).click()
  await expect(offer(second)).toHaveCount(0)
  await second.getByRole('link', { name: 'My Tasks' }).first().click()
  await expect(second.getByRole('heading', { level: 1, name: 'Task Management' })).toBeVisible()
  expect(await shownBuild(second)).toBe(builtVersion())
  await waitForContent(second)

  await offer(page).getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => shownBuild(page)).toBe(next.version)
  await expect(page.getByLabel('Description').first()).toHaveValue('Still typing')
  await expect(page.getByLabel('Summary of tasks')).toHaveValue('Half a sentence')
  await expect(offer(page)).toHaveCount(0)

  // The new build opens without a network too; the old one stays cached for the tab that still uses it.
  await context.setOffline(true)
  await page.goto(`${first.url}/login`)
  await expect.poll(() => shownBuild(page)).toBe(next.version)
  await context.setOffline(false)
  expect(Object.keys(await cachedPaths(page)).sort()).toEqual(
    [`build-${builtVersion()}`, 'build-next-version'].sort(),
  )
  await second.close()
  await page.goto(`${first.url}/reports/new`)
  await expect
    .poll(async () => Object.keys(await cachedPaths(page)), { timeout: 30_000 })
    .toEqual(['build-next-version'])
})

test('a worker switched off by the server is removed with its caches, and nothing else is', async ({
  page,
  app,
}, testInfo) => {
  test.slow()
  const { env, first } = await startLasting(app, testInfo)
  const { url } = first
  await page.goto(`${url}/login`)
  await workerReady(page)
  await first.stop()

  await test.step('the app opens while the server is down', async () => {
    await page.goto(`${url}/login`)
    await expect(page.getByLabel('Email')).toBeVisible()
    expect(await shownBuild(page)).toBe(builtVersion())
  })

  const next = makeNextBuild(testInfo.outputPath('next', 'dist'))
  await test.step('a page that is newer than the worker is not offered its own version', async () => {
    const newer = await app.startFresh({ admin: cast.ada, env, dist: next.dist })
    await page.goto(`${url}/login`)
    expect(await shownBuild(page)).toBe(next.version)
    await expect
      .poll(async () => Object.keys(await cachedPaths(page)), { timeout: 30_000 })
      .toEqual(['build-next-version'])
    await expect(offer(page)).toHaveCount(0)
    await newer.stop()
  })

  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.evaluate(() => {
    const opening = indexedDB.open('waits')
    return new Promise(resolve => {
      opening.onsuccess = resolve
    })
  })
  const switchedOff = { ...env, SERVICE_WORKER: 'off' }
  await test.step('a visit removes the worker that is switched off', async () => {
    const second = await app.startFresh({ admin: cast.ada, env: switchedOff })
    await page.goto(`${url}/login`)
    await expect.poll(() => registrations(page)).toBe(0)
    await expect.poll(() => cachedPaths(page)).toEqual({})
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
    expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toContain(
      'waits',
    )
    await page.reload()
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
    await page.getByLabel('Email').fill(cast.ada.email)
    await page.getByLabel('Password', { exact: true }).fill(cast.ada.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(`${url}/admin/dashboard`)
    await waitForContent(page)
    expect(await registrations(page)).toBe(0)
    await second.stop()
  })

  // Switched on again, the worker is installed again.
  const third = await app.startFresh({ admin: cast.ada, env })
  await page.goto(`${url}/admin/dashboard`)
  await workerReady(page)
  await third.stop()

  await test.step('an open tab removes the worker too', async () => {
    await app.startFresh({ admin: cast.ada, env: switchedOff })
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await expect.poll(() => registrations(page)).toBe(0)
    await expect.poll(() => cachedPaths(page)).toEqual({})
    await expect(offer(page)).toHaveCount(0)
  })
})

test.describe('the offer to install the app', () => {
  // The app listens for the browser's event before it loads the worker.
  test.use({ serviceWorkers: 'block' })

  test('is made after the third report, and once', async ({ page, request, app, signInAs }) => {
    const person = await makePerson(request, app.url, 'developer')
    const admin = await tokenOf(request, app.url, cast.ada)
    const project = await makeProject(request, app.url, admin, { name: 'Website', developers: [person.id] })
    const own = await apiAs(request, app.url, person)
    const row = { project_id: project.id, description: 'Something', hours: 1 }
    for (const back of [2, 1])
      await own.post('/reports', { date: addDays(today(), -back), tasks: 'Something', task_details: [row] })
    await signInAs(page, person)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/reports')
    await waitForContent(page)
    // The test browser never sends this event itself. The app prevents its default, the browser's own prompt.
    const dispatchInstallable = () =>
      page.evaluate(() => {
        const prompt = () => {
          Object.assign(window, { isPrompted: true })
          return Promise.resolve()
        }
        const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
        return !window.dispatchEvent(event)
      })
    const expectInstallableHandled = () =>
      expect.poll(dispatchInstallable, 'the app handles the event').toBe(true)
    await expectInstallableHandled()
    const hint = page.getByRole('region', { name: 'Install the app' })
    await expect(page.getByText('2 reports')).toBeVisible()
    await expect(hint).toHaveCount(0)

    await page.getByRole('main').getByRole('link', { name: 'Submit Report' }).click()
    await fillPartOfReport(page, project)
    await page.getByLabel('Hours', { exact: true }).first().fill('1')
    await page.getByRole('button', { name: 'Submit Report' }).click()
    await expect(page).toHaveURL(`${app.url}/reports`)
    await expect(hint).toContainText(messages.general.installHint)
    await expectNoSidewaysScrolling(page)
    await expectNoAxeViolations(page)
    await hint.getByRole('button', { name: 'Install' }).click()
    await expect(hint).toHaveCount(0)
    expect(await page.evaluate(() => 'isPrompted' in window)).toBe(true)
    await page.reload()
    await expectInstallableHandled()
    await waitForContent(page)
    await expect(hint).toHaveCount(0)
  })
})
