import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { addDays } from '#shared/dates.ts'
import { offlineMessages } from '#shared/messages/offline.ts'
import { waitingMessages } from '#shared/messages/waiting.ts'
import { messages } from '#shared/messages.ts'
import { today } from '../support/api.ts'
import { browserArgs, findBrowser } from '../support/browser.ts'
import { type Account, cast, makePerson, signIn, tokenOf } from '../support/cast.ts'
import { expectNoAxeViolations, expectNoSidewaysScrolling, settled } from '../support/looks.ts'
import { partLoaded } from '../support/parts.ts'
import { makeProject } from '../support/projects.ts'
import { expect, storeToken, test } from '../support/test.ts'

// Reports that are submitted offline: kept on the device, sent once, by their author only, and never lost.

test.beforeEach(({ consoleWatch }) => {
  consoleWatch.allow(
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
    /^No response to /,
    /status of 4\d\d/,
    // Without the service worker a screen that was not opened before can't be shown offline.
    /This page couldn't be loaded/,
    // Axe reads the style sheets again.
    /^Couldn't load preload assets/,
    /ApiError|already submitted|no longer|does not exist/,
  )
})

const bar = (page: Page) => page.getByRole('region', { name: 'Unsent reports' })
const summary = (page: Page) => page.getByLabel('Summary of tasks')

type Writer = Account & { id: number; project: { id: number; name: string }; token: string }

async function makeWriter(request: APIRequestContext, url: string): Promise<Writer> {
  const person = await makePerson(request, url, 'developer')
  const admin = await tokenOf(request, url, cast.ada)
  const project = await makeProject(request, url, admin, { name: 'Tunnel', developers: [person.id] })
  return { ...person, project, token: await signIn(request, url, person) }
}

/** What keeps reports is loaded beside the page, and needed offline. */
const canKeep = (page: Page) => partLoaded(page, 'src/features/reports/waiting/waiting.ts')

async function open(page: Page, url: string, { token }: Writer) {
  await storeToken(page, url, token)
  await page.goto(`${url}/reports/new`)
  await expect(summary(page)).toBeVisible()
  await canKeep(page)
}

async function write(page: Page, { project }: Writer, text: string) {
  await summary(page).fill(text)
  await page.getByLabel('Project').first().selectOption(String(project.id))
  await page.getByLabel('Description').first().fill(`${text}: the row`)
  await page.getByLabel('Hours', { exact: true }).first().fill('1.30')
}

const submit = (page: Page) => page.getByRole('button', { name: 'Submit Report' }).click()

async function writeOffline(page: Page, context: BrowserContext, writer: Writer, text: string) {
  await write(page, writer, text)
  await context.setOffline(true)
  await submit(page)
  await expect(page.getByText(offlineMessages.saved)).toBeVisible()
}

async function reportsOf(request: APIRequestContext, url: string, { token }: Writer) {
  const reply = await request.get(`${url}/api/reports/me`, { headers: { 'x-auth-token': token } })
  return (await reply.json()).reports as { id: number; tasks: string; date: string }[]
}

const postedBy = (page: Page) => {
  const sent: string[] = []
  page.on('request', call => {
    if (call.method() === 'POST' && call.url().endsWith('/api/reports')) sent.push(call.url())
  })
  return sent
}

test('a report submitted offline is kept, shown on every screen, and sent once when the network is back', async ({
  page,
  context,
  request,
  app,
}) => {
  const writer = await makeWriter(request, app.url)
  await page.setViewportSize({ width: 375, height: 740 })
  await open(page, app.url, writer)
  const sent = postedBy(page)
  await writeOffline(page, context, writer, 'Written in a tunnel')
  await expect(bar(page)).toContainText('1 report is waiting to be sent')
  await expect(bar(page)).toContainText(waitingMessages.offline)
  await expectNoSidewaysScrolling(page)
  expect(sent).toHaveLength(0)
  await context.setOffline(false)
  await expect(bar(page)).toContainText('Report sent')
  await expect(bar(page)).toHaveCount(0)
  expect(sent).toHaveLength(1)
  expect((await reportsOf(request, app.url, writer)).map(({ tasks }) => tasks)).toEqual([
    'Written in a tunnel',
  ])
  // Nothing is left: neither a draft nor the report.
  await page.goto(`${app.url}/reports/new`)
  await expect(page.getByText(messages.report.alreadySubmittedToday)).toBeVisible()
  await expect(summary(page)).toHaveValue('')
})

test('the form of a day that waits says so, takes it back to change it, and discards it after a question', async ({
  page,
  context,
  request,
  app,
}) => {
  const writer = await makeWriter(request, app.url)
  await open(page, app.url, writer)
  await writeOffline(page, context, writer, 'First thoughts')
  // Where a report that was sent leads too.
  await expect(page).toHaveURL(`${app.url}/reports`)
  await page.getByRole('link', { name: 'Submit Report' }).first().click()
  const card = page.locator('.waiting-on-day')
  await expect(card).toContainText("is saved on this device and hasn't been sent yet")
  await expect(card).toContainText(writer.project.name)
  await expectNoAxeViolations(page)
  await card.getByRole('button', { name: 'Edit' }).click()
  await expect(summary(page)).toHaveValue('First thoughts')
  await expect(card).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
  await summary(page).fill('Second thoughts')
  await submit(page)
  await expect(page.getByText(offlineMessages.saved)).toBeVisible()
  await bar(page).getByRole('button', { name: 'Discard' }).click()
  const question = page.getByRole('dialog', { name: waitingMessages.discardTitle })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(bar(page)).toContainText('1 report is waiting')
  await bar(page).getByRole('button', { name: 'Discard' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(bar(page)).toHaveCount(0)
  await context.setOffline(false)
  expect(await reportsOf(request, app.url, writer)).toEqual([])
})

test('two tabs show it, one of them sends it, and both say so', async ({ page, context, request, app }) => {
  const writer = await makeWriter(request, app.url)
  await open(page, app.url, writer)
  const other = await context.newPage()
  await other.goto(`${app.url}/reports`)
  await canKeep(other)
  const sent = [postedBy(page), postedBy(other)]
  await writeOffline(page, context, writer, 'Seen twice')
  await expect(bar(other)).toContainText('1 report is waiting')
  await context.setOffline(false)
  const tabs = [page, other]
  await Promise.all(tabs.map(tab => expect(bar(tab)).toContainText('Report sent')))
  for (const tab of tabs) await expect(bar(tab)).toHaveCount(0)
  expect(sent.flat()).toHaveLength(1)
  await expect(other.getByText('Seen twice')).toBeVisible()
})

test('Logout asks first; another account neither sees nor sends it; its author sends it after signing in again', async ({
  page,
  context,
  request,
  app,
}) => {
  const [writer, stranger] = [await makeWriter(request, app.url), await makeWriter(request, app.url)]
  await open(page, app.url, writer)
  await writeOffline(page, context, writer, 'Mine alone')
  const logout = page.getByRole('button', { name: 'Logout' })
  const question = page.getByRole('dialog', { name: waitingMessages.logoutTitle(1) })
  await logout.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(bar(page)).toBeVisible()
  await logout.click()
  await question.getByRole('button', { name: 'Log out anyway' }).click()
  await expect(page).toHaveURL(`${app.url}/login`)
  await context.setOffline(false)
  // A login page that was not loaded before loads the document again with the connection, at any moment.
  await expect(page.getByLabel('Email')).toBeVisible()

  await open(page, app.url, stranger)
  await expect(bar(page)).toHaveCount(0)
  await expect(page.locator('.waiting-on-day')).toHaveCount(0)
  expect(await reportsOf(request, app.url, stranger)).toEqual([])

  await storeToken(page, app.url, await signIn(request, app.url, writer))
  await page.goto(`${app.url}/reports`)
  await expect(page.getByText('Mine alone').first()).toBeVisible()
})

test('an ended session keeps it for its author, who is told on the login page', async ({
  page,
  context,
  request,
  app,
}) => {
  const writer = await makeWriter(request, app.url)
  await open(page, app.url, writer)
  await writeOffline(page, context, writer, 'Over night')
  await request.post(`${app.url}/api/auth/logout`, { headers: { 'x-auth-token': writer.token } })
  await context.setOffline(false)
  await expect(page).toHaveURL(`${app.url}/login`)
  await expect(page.getByText(waitingMessages.waitsForLogin(1))).toBeVisible()
  await page.getByLabel('Email').fill(writer.email)
  await page.getByLabel('Password', { exact: true }).fill(writer.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(bar(page)).toContainText('Report sent')
})

test('a project that was deleted meanwhile: the report stays, and is mended in the form', async ({
  page,
  context,
  request,
  app,
}) => {
  const writer = await makeWriter(request, app.url)
  const admin = await tokenOf(request, app.url, cast.ada)
  const next = await makeProject(request, app.url, admin, { name: 'Bridge', developers: [writer.id] })
  await open(page, app.url, writer)
  await writeOffline(page, context, writer, 'About a project')
  await request.delete(`${app.url}/api/projects/${writer.project.id}`, { headers: { 'x-auth-token': admin } })
  await context.setOffline(false)
  await expect(bar(page)).toContainText(messages.report.projectUnavailable)
  await bar(page).getByRole('button', { name: 'Edit' }).click()
  await expect(summary(page)).toHaveValue('About a project')
  await page.getByLabel('Project').first().selectOption(String(next.id))
  await submit(page)
  await expect(page.getByText(messages.report.submitted)).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
})

test('another report for that day is shown beside it, and both are merged by editing', async ({
  page,
  context,
  request,
  app,
}) => {
  const writer = await makeWriter(request, app.url)
  await open(page, app.url, writer)
  await writeOffline(page, context, writer, 'From the phone')
  const date = await page.evaluate(() => new Date().toLocaleDateString('sv'))
  await request.post(`${app.url}/api/reports`, {
    headers: { 'x-auth-token': writer.token },
    data: {
      date,
      tasks: 'From the desk',
      task_details: [{ description: 'At the desk', hours: '2.00', project_id: writer.project.id }],
    },
  })
  await context.setOffline(false)
  await bar(page).getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('From the desk')
  await expect(dialog).toContainText('From the phone')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Merge and edit' }).click()
  await expect(summary(page)).toHaveValue('From the desk\nFrom the phone')
  await expect(bar(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Update Report' }).click()
  await expect(page.getByText(messages.report.updated)).toBeVisible()
  expect((await reportsOf(request, app.url, writer)).map(({ tasks }) => tasks)).toEqual([
    'From the desk\nFrom the phone',
  ])
})

test('the dashboard says that today’s report waits instead of asking for it', async ({
  page,
  context,
  request,
  app,
}) => {
  const writer = await makeWriter(request, app.url)
  await storeToken(page, app.url, writer.token)
  await page.goto(`${app.url}/dashboard`)
  await settled(page)
  await page.getByRole('link', { name: 'Submit Now' }).click()
  await expect(summary(page)).toBeVisible()
  await canKeep(page)
  await writeOffline(page, context, writer, 'Seen from the dashboard')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const status = page.getByRole('region', { name: "Today's Status" })
  await expect(status).toContainText(offlineMessages.notSent)
  await expect(page.getByText(messages.report.notSubmittedHint)).toHaveCount(0)
  await expect(page.getByText(messages.dashboard.reminder)).toHaveCount(0)
  await expectNoAxeViolations(page)
  await context.setOffline(false)
  await expect(status).toContainText('Submitted at')
})

test('a network that goes away between sending and the answer leaves one report', async ({
  page,
  context,
  request,
  app,
}) => {
  const writer = await makeWriter(request, app.url)
  await open(page, app.url, writer)
  await write(page, writer, 'Into the tunnel')
  let isCut = true
  await page.route('**/api/reports', async route => {
    if (!isCut) return route.continue()
    await route.fetch()
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  await submit(page)
  await expect(page.getByText(offlineMessages.saved)).toBeVisible()
  isCut = false
  await context.setOffline(false)
  await expect(bar(page)).toContainText('Report sent')
  expect(await reportsOf(request, app.url, writer)).toHaveLength(1)
})

/** Puts reports on the device, as the app of another day did. */
async function seed(page: Page, url: string, writer: Writer, days: { date: string; project?: number }[]) {
  const { id, project } = writer
  const reports = days.map(({ date, project: given = project.id }, order) => ({
    user_id: id,
    date,
    values: {
      date,
      tasks: `Waited since ${date}`,
      blockers: '',
      tomorrow_plan: '',
      task_details: [
        { project_id: String(given), description: 'A row', hours: '1.00', task_id: '', task_title: '' },
      ],
    },
    projects: { [given]: project.name },
    saved_at: `2026-01-01T10:00:0${order}.000Z`,
    problem: null,
  }))
  await page.goto(`${url}/healthz`)
  await page.evaluate(
    given =>
      new Promise<void>((resolve, reject) => {
        const asked = indexedDB.open('daily-report-app', 1)
        asked.onupgradeneeded = () =>
          asked.result.createObjectStore('waiting-reports', { keyPath: ['user_id', 'date'] })
        asked.onerror = () => reject(asked.error)
        asked.onsuccess = () => {
          const write = asked.result.transaction('waiting-reports', 'readwrite')
          for (const report of given) write.objectStore('waiting-reports').put(report)
          write.oncomplete = () => {
            asked.result.close()
            resolve()
          }
        }
      }),
    reports,
  )
}

/** The days that the device keeps for a person, whatever a screen says. */
const storedDays = (page: Page, { id }: Writer) =>
  page.evaluate(
    userId =>
      new Promise<string[]>((resolve, reject) => {
        const asked = indexedDB.open('daily-report-app', 1)
        asked.onerror = () => reject(asked.error)
        asked.onsuccess = () => {
          const all = asked.result.transaction('waiting-reports').objectStore('waiting-reports').getAll()
          all.onsuccess = () => {
            asked.result.close()
            resolve(all.result.filter(one => one.user_id === userId).map(one => one.date))
          }
        }
      }),
    id,
  )

test('several wait in their order while the server is busy; "Send now" sends them', async ({
  page,
  request,
  app,
}) => {
  const writer = await makeWriter(request, app.url)
  const days = [addDays(today(), -1), addDays(today(), -2), today()]
  await seed(
    page,
    app.url,
    writer,
    days.map(date => ({ date })),
  )
  await page.setViewportSize({ width: 375, height: 740 })
  await storeToken(page, app.url, writer.token)
  let isBusy = true
  const sent: string[] = []
  await page.route('**/api/reports', route => {
    // Unlike a server that is away, one that answers is not asked again after some seconds.
    if (isBusy) return route.fulfill({ status: 429, json: { msg: 'Busy', error: 'Busy' } })
    sent.push(route.request().postDataJSON().date)
    return route.continue()
  })
  await page.goto(`${app.url}/reports`)
  await expect(bar(page)).toContainText('3 reports are waiting to be sent')
  await expect(bar(page)).toContainText(waitingMessages.retrying)
  await bar(page).getByRole('button', { name: 'Show all' }).click()
  await expect(bar(page).getByRole('listitem')).toHaveCount(3)
  await expectNoSidewaysScrolling(page)
  await expectNoAxeViolations(page)
  isBusy = false
  await bar(page).getByRole('button', { name: 'Send now' }).click()
  await expect(bar(page)).toContainText('3 reports sent')
  expect(sent).toEqual(days)
  expect(await reportsOf(request, app.url, writer)).toHaveLength(3)
})

test('a day that has left the window is sent all the same; refused, it can be continued as a draft', async ({
  page,
  request,
  app,
}) => {
  const writer = await makeWriter(request, app.url)
  const [taken, refused] = [addDays(today(), -30), addDays(today(), -29)]
  await seed(page, app.url, writer, [{ date: taken }, { date: refused, project: 999_999 }])
  await storeToken(page, app.url, writer.token)
  await page.goto(`${app.url}/reports`)
  await expect(page.getByText(`Waited since ${taken}`).first()).toBeVisible()
  await expect(bar(page)).toContainText(messages.report.projectUnavailable)
  await expect(bar(page)).toContainText(waitingMessages.dayClosed)
  await bar(page).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(summary(page)).toHaveValue(`Waited since ${refused}`)
  await expect(bar(page)).toHaveCount(0)
})

test('a deleted account loses nothing silently: the report stays, and no other account sends it', async ({
  page,
  context,
  request,
  app,
}) => {
  const writer = await makeWriter(request, app.url)
  const admin = await tokenOf(request, app.url, cast.ada)
  await open(page, app.url, writer)
  await writeOffline(page, context, writer, 'The last one')
  await request.delete(`${app.url}/api/users/${writer.id}`, { headers: { 'x-auth-token': admin } })
  await context.setOffline(false)
  await expect(page).toHaveURL(`${app.url}/login`)
  await expect(page.getByText(waitingMessages.waitsForLogin(1))).toBeVisible()
  await page.getByLabel('Email').fill(writer.email)
  await page.getByLabel('Password', { exact: true }).fill(writer.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(messages.auth.invalidCredentials)
  await expect(page.getByText(waitingMessages.waitsForLogin(1))).toBeVisible()
  expect(await storedDays(page, writer)).toEqual([today()])
})

/** A browser of its own that the test can kill. */
async function startBrowser(folder: string) {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findBrowser(),
    args: browserArgs,
    timezoneId: 'Europe/Berlin',
  })
  const page = context.pages()[0] ?? (await context.newPage())
  return { context, page }
}

/** SIGKILL, to every process of the browser with this profile: it has no time to write anything. */
async function kill(context: BrowserContext) {
  const cdp = await context.browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await cdp?.send('SystemInfo.getProcessInfo')) ?? {}
  const browser = processInfo.find(({ type }) => type === 'browser')
  if (!browser) throw new Error('The browser did not tell its process.')
  const closed = new Promise(resolve => context.once('close', resolve))
  process.kill(browser.id, 'SIGKILL')
  await closed
}

for (const moment of ['before it is sent', 'between sending and the answer'] as const) {
  test(`a browser killed ${moment} sends it once after its restart`, async ({ request, app }) => {
    const writer = await makeWriter(request, app.url)
    const folder = mkdtempSync(join(tmpdir(), 'daily-report-killed-'))
    try {
      const first = await startBrowser(folder)
      await open(first.page, app.url, writer)
      await writeOffline(first.page, first.context, writer, 'Survived')
      if (moment === 'between sending and the answer') {
        const arrived = new Promise<void>(resolve => {
          void first.page.route('**/api/reports', async route => {
            // The server has it; the browser never hears of it.
            await route.fetch()
            resolve()
          })
        })
        await first.context.setOffline(false)
        await arrived
        expect(await reportsOf(request, app.url, writer)).toHaveLength(1)
      }
      await kill(first.context)

      const second = await startBrowser(folder)
      await storeToken(second.page, app.url, writer.token)
      await second.page.goto(`${app.url}/reports`)
      await expect(bar(second.page)).toContainText('Report sent')
      await expect(bar(second.page)).toHaveCount(0)
      await second.context.close()
      expect((await reportsOf(request, app.url, writer)).map(({ tasks }) => tasks)).toEqual(['Survived'])
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  })
}
