import type { Page, Route } from '@playwright/test'
import { addDays } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { apiAs, today } from '../support/api.ts'
import { builtVersion, makeNextBuild } from '../support/builds.ts'
import { cast, makePerson, register, tokenOf } from '../support/cast.ts'
import { startLasting, workerReady } from '../support/installed-app.ts'
import { expectNoAxeViolations, expectNoSidewaysScrolling, settled } from '../support/looks.ts'
import { makeProject } from '../support/projects.ts'
import { enter } from '../support/screens.ts'
import { expect, storeToken, test } from '../support/test.ts'

// The app as a browser keeps it: opened without a network, updated, and removed by the server.

// They mostly wait, for workers that install themselves: one after the other, they leave the processor to others.
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

/** By cache, the paths that it keeps. */
const kept = (page: Page) =>
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

test('the page names a manifest that describes the app, with icons that are there', async ({
  page,
  request,
  app,
}) => {
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
  // Chromium's own opinion; it also names what keeps it from offering to install the app.
  const protocol = await page.context().newCDPSession(page)
  const { errors } = await protocol.send('Page.getAppManifest')
  expect(errors).toEqual([])
})

test('the first load asks for nothing of the worker before the page has its data; later calls of the API go past it, and only files of the build are kept, whatever was looked at', async ({
  page,
  context,
  team,
}) => {
  await enter(page, team.tokenOf(cast.ada))
  const asked: string[] = []
  context.on('request', call => {
    if (call.serviceWorker() || call.url().endsWith('/sw.js')) asked.push(call.url())
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
  // As long as several looks of the part that waits for it.
  await page.waitForTimeout(3000)
  expect(asked).toEqual([])
  expect(await registrations(page)).toBe(0)
  isHolding = false
  for (const route of held) await route.continue()
  await settled(page)
  await workerReady(page)

  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await settled(page)
  // Chromium tells which of the worker's rules it followed; without one it asks the worker itself.
  const sources = await page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource')
    const calls = loaded.filter(({ name }) => name.includes('/api/')).map(entry => entry.toJSON())
    return calls.map(({ workerMatchedSourceType }) => workerMatchedSourceType)
  })
  expect(new Set(sources)).toEqual(new Set(['network']))

  for (const path of ['/admin/reports', '/admin/users', '/reports', '/account', '/admin/projects']) {
    await page.goto(team.url + path)
    await settled(page)
  }
  await page.goto(`${team.url}/api/docs`)
  await page.goto(`${team.url}/healthz`)
  const all = await kept(page)
  expect(Object.keys(all)).toEqual([`build-${builtVersion()}`])
  const [paths = []] = Object.values(all)
  const isOfBuild = /^\/(|theme\.js|icon\.svg|assets\/[\w.-]+\.(js|css|woff2))$/
  expect(paths.filter(path => !isOfBuild.test(path))).toEqual([])
  expect(paths.filter(path => /swagger|api-docs/.test(path))).toEqual([])
  expect(paths).toContain('/')
  expect(paths.length).toBeGreaterThan(50)
})

test('opened without a network the app is there, with every screen’s files, its user stays signed in, and it heals by itself', async ({
  page,
  context,
  team,
}) => {
  await page.goto(`${team.url}/login`)
  await workerReady(page)
  await context.setOffline(true)
  // The browser has never opened this one.
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
  await settled(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'My Tasks' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Task Management' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  await expect(page.getByText(messages.offline.needsConnection)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)

  // A signed-in user opens a screen offline, and reads what it needs.
  await context.setOffline(true)
  await page.goto(`${team.url}/reports`)
  await expect(page.getByRole('alert')).toContainText(messages.reports.listFailed)
  await expect(page.getByRole('alert')).toContainText(messages.offline.needsConnection)
  await context.setOffline(false)
  await expect(page.getByRole('table', { name: 'My Reports' })).toBeVisible()
})

async function typeHalfAReport(page: Page, project: { id: number }) {
  await page.getByLabel('Summary of tasks').fill('Half a sentence')
  await page.getByLabel('Project').first().selectOption(String(project.id))
  await page.getByLabel('Description').first().pressSequentially('Still typ')
}

test('an update in the middle of typing is offered, takes nothing away, and comes when it is accepted', async ({
  page,
  context,
  request,
  app,
}, testInfo) => {
  test.slow()
  const { env, first } = await startLasting(app, testInfo)
  const { id } = await register(request, first.url, cast.dina)
  const admin = await tokenOf(request, first.url, cast.ada)
  const project = await makeProject(request, first.url, admin, { name: 'Website', developers: [id] })
  await storeToken(page, first.url, await tokenOf(request, first.url, cast.dina))
  await page.goto(`${first.url}/reports/new`)
  await workerReady(page)
  await typeHalfAReport(page, project)
  const second = await context.newPage()
  await second.goto(`${first.url}/reports`)
  await settled(second)

  await first.stop()
  const next = makeNextBuild(testInfo.outputPath('next', 'dist'))
  await app.startFresh({ admin: cast.ada, env, dist: next.dist })
  // What the page does by itself every hour.
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect(offer(page)).toContainText(messages.general.newVersion)
  // It stands over the page, in both themes, narrow and wide.
  await expect(offer(second)).toBeVisible()
  await second.setViewportSize({ width: 360, height: 740 })
  await expect(offer(second)).toBeInViewport()
  await expectNoSidewaysScrolling(second)
  await expectNoAxeViolations(second)
  await second.setViewportSize({ width: 1280, height: 720 })
  await expect(offer(second)).toBeInViewport()

  // Typing goes on where it was, in the build that it began in.
  await expect(page.getByLabel('Description').first()).toBeFocused()
  await page.keyboard.type('ing')
  await expect(page.getByLabel('Description').first()).toHaveValue('Still typing')
  expect(await shownBuild(page)).toBe(builtVersion())

  // The old tab still has all of its files, though the server has not.
  await second.getByRole('button', { name: 'Dismiss' }).click()
  await expect(offer(second)).toHaveCount(0)
  await second.getByRole('link', { name: 'My Tasks' }).first().click()
  await expect(second.getByRole('heading', { level: 1, name: 'Task Management' })).toBeVisible()
  expect(await shownBuild(second)).toBe(builtVersion())
  await settled(second)

  await offer(page).getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => shownBuild(page)).toBe(next.version)
  await expect(page.getByLabel('Description').first()).toHaveValue('Still typing')
  await expect(page.getByLabel('Summary of tasks')).toHaveValue('Half a sentence')
  await expect(offer(page)).toHaveCount(0)

  // Without a network too it is the new one; the old one is kept for the tab that still needs it.
  await context.setOffline(true)
  await page.goto(`${first.url}/login`)
  await expect.poll(() => shownBuild(page)).toBe(next.version)
  await context.setOffline(false)
  expect(Object.keys(await kept(page)).sort()).toEqual(
    [`build-${builtVersion()}`, 'build-next-version'].sort(),
  )
  await second.close()
  await page.goto(`${first.url}/reports/new`)
  await expect
    .poll(async () => Object.keys(await kept(page)), { timeout: 30_000 })
    .toEqual(['build-next-version'])
})

test('with the server away the app opens; a newer page is not offered what it already is; switched off by the server, the worker and what it kept are gone, and nothing else', async ({
  page,
  app,
}, testInfo) => {
  test.slow()
  const { env, first } = await startLasting(app, testInfo)
  const { url } = first
  await page.goto(`${url}/login`)
  await workerReady(page)
  await first.stop()

  await test.step('with the server away', async () => {
    await page.goto(`${url}/login`)
    await expect(page.getByLabel('Email')).toBeVisible()
    expect(await shownBuild(page)).toBe(builtVersion())
  })

  const next = makeNextBuild(testInfo.outputPath('next', 'dist'))
  await test.step('a page that is newer than the worker', async () => {
    const newer = await app.startFresh({ admin: cast.ada, env, dist: next.dist })
    await page.goto(`${url}/login`)
    expect(await shownBuild(page)).toBe(next.version)
    await expect
      .poll(async () => Object.keys(await kept(page)), { timeout: 30_000 })
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
  await test.step('switched off, it is gone after a visit', async () => {
    const second = await app.startFresh({ admin: cast.ada, env: switchedOff })
    await page.goto(`${url}/login`)
    await expect.poll(() => registrations(page)).toBe(0)
    await expect.poll(() => kept(page)).toEqual({})
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
    await settled(page)
    expect(await registrations(page)).toBe(0)
    await second.stop()
  })

  // Switched on again it is back.
  const third = await app.startFresh({ admin: cast.ada, env })
  await page.goto(`${url}/admin/dashboard`)
  await workerReady(page)
  await third.stop()

  await test.step('a tab that stays open while the server switches it off loses it too', async () => {
    await app.startFresh({ admin: cast.ada, env: switchedOff })
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await expect.poll(() => registrations(page)).toBe(0)
    await expect.poll(() => kept(page)).toEqual({})
    await expect(offer(page)).toHaveCount(0)
  })
})

test.describe('the offer to install the app', () => {
  // What listens for the browser's word comes before the worker.
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
    await settled(page)
    // The test browser never says so by itself. Taken note of, it is not offered in the browser's own way.
    const say = () =>
      page.evaluate(() => {
        const prompt = () => {
          Object.assign(window, { asked: true })
          return Promise.resolve()
        }
        const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
        return !window.dispatchEvent(event)
      })
    const sayInstallable = () => expect.poll(say, 'the app hears of it').toBe(true)
    await sayInstallable()
    const hint = page.getByRole('region', { name: 'Install the app' })
    await expect(page.getByText('2 reports')).toBeVisible()
    await expect(hint).toHaveCount(0)

    await page.getByRole('main').getByRole('link', { name: 'Submit Report' }).click()
    await typeHalfAReport(page, project)
    await page.getByLabel('Hours', { exact: true }).first().fill('1')
    await page.getByRole('button', { name: 'Submit Report' }).click()
    await expect(page).toHaveURL(`${app.url}/reports`)
    await expect(hint).toContainText(messages.general.installHint)
    await expectNoSidewaysScrolling(page)
    await expectNoAxeViolations(page)
    await hint.getByRole('button', { name: 'Install' }).click()
    await expect(hint).toHaveCount(0)
    expect(await page.evaluate(() => 'asked' in window)).toBe(true)
    await page.reload()
    await sayInstallable()
    await settled(page)
    await expect(hint).toHaveCount(0)
  })
})
