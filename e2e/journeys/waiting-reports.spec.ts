import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { addDays } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { apiAs, today } from '../support/api.ts'
import { browserArgs, findBrowser } from '../support/browser.ts'
import { type Account, cast, makePerson, signIn, tokenOf } from '../support/cast.ts'
import {
  expectNoAxeViolations,
  expectNoSidewaysScrolling,
  expectNoSidewaysScrollingAt,
  waitForContent,
} from '../support/looks.ts'
import { makeProject } from '../support/projects.ts'
import { expect, storeToken, test } from '../support/test.ts'

// Tests reports that are submitted offline: they are stored on the device and sent once, only by their author.

test.beforeEach(({ consoleWatch }) => {
  consoleWatch.allow(
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
    /^No response to /,
    /status of 4\d\d/,
    // Without the service worker a screen that was never opened can't load offline.
    /This page couldn't be loaded/,
    // Axe fetches the style sheets again, which fails offline.
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

async function open(page: Page, url: string, { token }: Writer) {
  await storeToken(page, url, token)
  await page.goto(`${url}/reports/new`)
  await expect(summary(page)).toBeVisible()
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
  await expect(page.getByText(messages.offline.saved)).toBeVisible()
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

test('a report submitted offline is shown, can be edited or discarded, and is sent once when online', async ({
  page,
  context,
  request,
  app,
}) => {
  const writer = await makeWriter(request, app.url)
  await storeToken(page, app.url, writer.token)
  await page.goto(`${app.url}/dashboard`)
  await waitForContent(page)
  await page.getByRole('link', { name: 'Submit Now' }).click()
  await expect(summary(page)).toBeVisible()
  const sent = postedBy(page)
  await writeOffline(page, context, writer, 'First thoughts')
  // A submitted report leads to the same page.
  await expect(page).toHaveURL(`${app.url}/reports`)
  await expect(bar(page)).toContainText('1 report is waiting to be sent')
  await expect(bar(page)).toContainText(messages.offline.noConnection)
  await expectNoSidewaysScrollingAt(page, [375, 1280])

  const form = page.getByRole('link', { name: 'Submit Report' })
  const card = page.locator('.waiting-on-day')
  await test.step('the form of its day shows it and opens it for editing', async () => {
    await form.first().click()
    await expect(card).toContainText("is saved on this device and hasn't been sent yet")
    await expect(card).toContainText(writer.project.name)
    await expectNoAxeViolations(page)
    await card.getByRole('button', { name: 'Edit' }).click()
    await expect(summary(page)).toHaveValue('First thoughts')
    await expect(card).toHaveCount(0)
    await expect(bar(page)).toHaveCount(0)
    await summary(page).fill('Second thoughts')
    await submit(page)
    await expect(page.getByText(messages.offline.saved)).toBeVisible()
  })

  await test.step('it is discarded after a confirmation', async () => {
    await bar(page).getByRole('button', { name: 'Discard' }).click()
    const question = page.getByRole('dialog', { name: messages.offline.discardTitle })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(bar(page)).toContainText('1 report is waiting')
    await bar(page).getByRole('button', { name: 'Discard' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(bar(page)).toHaveCount(0)
    expect(await storedDays(page, writer)).toEqual([])
  })

  await form.first().click()
  await expect(summary(page)).toBeVisible()
  await expect(card).toHaveCount(0)
  await write(page, writer, 'Written in a tunnel')
  await submit(page)
  await expect(bar(page)).toContainText('1 report is waiting to be sent')
  await test.step('the dashboard shows that it is waiting', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    const status = page.getByRole('region', { name: "Today's Status" })
    await expect(status).toContainText(messages.offline.notSent)
    await expect(page.getByText(messages.reports.notSubmittedHint)).toHaveCount(0)
    await expect(page.getByText(messages.dashboard.reminder)).toHaveCount(0)
    await expectNoAxeViolations(page)
    expect(sent).toHaveLength(0)
    await context.setOffline(false)
    await expect(bar(page)).toContainText('Report sent')
    await expect(bar(page)).toHaveCount(0)
    await expect(status).toContainText('Submitted at')
  })
  expect(sent).toHaveLength(1)
  expect((await reportsOf(request, app.url, writer)).map(({ tasks }) => tasks)).toEqual([
    'Written in a tunnel',
  ])
  // Neither a draft nor the report is left on the device.
  await page.goto(`${app.url}/reports/new`)
  await expect(page.getByText(messages.reports.alreadySubmittedToday)).toBeVisible()
  await expect(summary(page)).toHaveValue('')
})

test('two tabs show it, one sends it, and both show that it was sent', async ({
  page,
  context,
  request,
  app,
}) => {
  const writer = await makeWriter(request, app.url)
  await open(page, app.url, writer)
  const other = await context.newPage()
  await other.goto(`${app.url}/reports`)
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

test('after Logout another account neither sees nor sends it, and its author sends it', async ({
  page,
  context,
  request,
  app,
}) => {
  const [writer, stranger] = [await makeWriter(request, app.url), await makeWriter(request, app.url)]
  await open(page, app.url, writer)
  await writeOffline(page, context, writer, 'Mine alone')
  const logout = page.getByRole('button', { name: 'Logout' })
  const question = page.getByRole('dialog', { name: messages.offline.logoutTitle(1) })
  await logout.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(bar(page)).toBeVisible()
  await logout.click()
  await question.getByRole('button', { name: 'Log out anyway' }).click()
  await expect(page).toHaveURL(`${app.url}/login`)
  await context.setOffline(false)
  // A login page that was never loaded reloads the document once online, so wait for its form.
  await expect(page.getByLabel('Email')).toBeVisible()

  await open(page, app.url, stranger)
  await expect(bar(page)).toHaveCount(0)
  await expect(page.locator('.waiting-on-day')).toHaveCount(0)
  expect(await reportsOf(request, app.url, stranger)).toEqual([])

  await storeToken(page, app.url, await signIn(request, app.url, writer))
  await page.goto(`${app.url}/reports`)
  await expect(page.getByText('Mine alone').first()).toBeVisible()
})

test('it survives an ended session and a deleted account, and the login page mentions it', async ({
  page,
  context,
  request,
  app,
}) => {
  const writer = await makeWriter(request, app.url)
  const deleted = await makeWriter(request, app.url)
  await open(page, app.url, writer)
  await writeOffline(page, context, writer, 'Over night')
  await request.post(`${app.url}/api/auth/logout`, { headers: { 'x-auth-token': writer.token } })
  await context.setOffline(false)
  await expect(page).toHaveURL(`${app.url}/login`)
  const told = page.getByText(messages.offline.waitsForLogin(1))
  await expect(told).toBeVisible()
  const signInAgain = async ({ email, password }: Account) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
  }
  await signInAgain(writer)
  await expect(bar(page)).toContainText('Report sent')

  await test.step('a deleted account', async () => {
    await open(page, app.url, deleted)
    await writeOffline(page, context, deleted, 'The last one')
    await request.delete(`${app.url}/api/users/${deleted.id}`, {
      headers: { 'x-auth-token': await tokenOf(request, app.url, cast.ada) },
    })
    await context.setOffline(false)
    await expect(page).toHaveURL(`${app.url}/login`)
    await expect(told).toBeVisible()
    await signInAgain(deleted)
    await expect(page.getByRole('alert')).toHaveText(messages.signIn.invalidCredentials)
    await expect(told).toBeVisible()
    expect(await storedDays(page, deleted)).toEqual([today()])
  })
})

test('a connection lost between request and response leaves one report', async ({
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
  await expect(page.getByText(messages.offline.saved)).toBeVisible()
  isCut = false
  await context.setOffline(false)
  await expect(bar(page)).toContainText('Report sent')
  expect(await reportsOf(request, app.url, writer)).toHaveLength(1)
})

type Waited = { date: string; project?: number }

/** Stores reports on the device, as if the app had done so on earlier days. */
async function seed(page: Page, url: string, writer: Writer, days: Waited[]) {
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

/** The days of a user's reports on the device, read from its storage. */
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

test('several wait in order while the server is busy, and "Send now" sends them', async ({
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
    // A server that responds is not tried again after some seconds, unlike one that is down.
    if (isBusy) return route.fulfill({ status: 429, json: { msg: 'Busy', error: 'Busy' } })
    sent.push(route.request().postDataJSON().date)
    return route.continue()
  })
  await page.goto(`${app.url}/reports`)
  await expect(bar(page)).toContainText('3 reports are waiting to be sent')
  await expect(bar(page)).toContainText(messages.offline.retrying)
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

test('a refused report can be corrected, continued as a draft, or merged with the report of that day', async ({
  page,
  request,
  app,
}) => {
  const admin = await tokenOf(request, app.url, cast.ada)
  /** Stores a report on the device and opens the app, which sends it. */
  const start = async (writer: Writer, days: Waited[]) => {
    await seed(page, app.url, writer, days)
    await storeToken(page, app.url, writer.token)
    await page.goto(`${app.url}/reports`)
  }

  await test.step('a project that was deleted meanwhile', async () => {
    const writer = await makeWriter(request, app.url)
    const next = await makeProject(request, app.url, admin, { name: 'Bridge', developers: [writer.id] })
    await request.delete(`${app.url}/api/projects/${writer.project.id}`, {
      headers: { 'x-auth-token': admin },
    })
    await start(writer, [{ date: today() }])
    await expect(bar(page)).toContainText(messages.reports.projectUnavailable)
    await bar(page).getByRole('button', { name: 'Edit' }).click()
    await expect(summary(page)).toHaveValue(`Waited since ${today()}`)
    await page.getByLabel('Project').first().selectOption(String(next.id))
    await submit(page)
    await expect(page.getByText(messages.reports.submitted)).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
  })

  await test.step('a day outside the edit window is sent, and after the refusal it can be continued as a draft', async () => {
    const writer = await makeWriter(request, app.url)
    const [taken, refused] = [addDays(today(), -30), addDays(today(), -29)]
    await start(writer, [{ date: taken }, { date: refused, project: 999_999 }])
    await expect(page.getByText(`Waited since ${taken}`).first()).toBeVisible()
    await expect(bar(page)).toContainText(messages.reports.projectUnavailable)
    await expect(bar(page)).toContainText(messages.offline.dayClosed)
    await bar(page).getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(summary(page)).toHaveValue(`Waited since ${refused}`)
    await expect(bar(page)).toHaveCount(0)
  })

  await test.step('another report for that day is shown beside it for merging', async () => {
    const writer = await makeWriter(request, app.url)
    const own = await apiAs(request, app.url, writer)
    await own.post('/reports', {
      date: today(),
      tasks: 'From the desk',
      task_details: [{ description: 'At the desk', hours: '2.00', project_id: writer.project.id }],
    })
    await start(writer, [{ date: today() }])
    await bar(page).getByRole('button', { name: 'Compare' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('From the desk')
    await expect(dialog).toContainText(`Waited since ${today()}`)
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Merge and edit' }).click()
    const merged = `From the desk\nWaited since ${today()}`
    await expect(summary(page)).toHaveValue(merged)
    await expect(bar(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Update Report' }).click()
    await expect(page.getByText(messages.reports.updated)).toBeVisible()
    expect((await reportsOf(request, app.url, writer)).map(({ tasks }) => tasks)).toEqual([merged])
  })
})

/** A separate browser that the test can kill. */
async function startBrowser(folder: string) {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findBrowser(),
    args: browserArgs,
    serviceWorkers: 'block',
    timezoneId: 'Europe/Berlin',
  })
  const page = context.pages()[0] ?? (await context.newPage())
  return { context, page }
}

/** Kills every process of the browser with this profile, so that it can't write anything more. */
async function kill(context: BrowserContext) {
  const cdp = await context.browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await cdp?.send('SystemInfo.getProcessInfo')) ?? {}
  const browser = processInfo.find(({ type }) => type === 'browser')
  if (!browser) throw new Error('The browser did not name its process.')
  const closed = new Promise(resolve => context.once('close', resolve))
  process.kill(browser.id, 'SIGKILL')
  await closed
}

test('a browser killed before sending, and again before the response, sends the report once', async ({
  request,
  app,
}) => {
  const writer = await makeWriter(request, app.url)
  const folder = mkdtempSync(join(tmpdir(), 'daily-report-killed-'))
  const restart = async () => {
    const started = await startBrowser(folder)
    await storeToken(started.page, app.url, writer.token)
    return started
  }
  const sentReports = async () => (await reportsOf(request, app.url, writer)).map(({ tasks }) => tasks)
  try {
    const first = await startBrowser(folder)
    await open(first.page, app.url, writer)
    await writeOffline(first.page, first.context, writer, 'Survived')
    await kill(first.context)
    expect(await sentReports()).toEqual([])

    const second = await restart()
    const arrived = new Promise<void>(resolve => {
      void second.page.route('**/api/reports', async route => {
        // The server has stored it, and the browser never gets the response.
        await route.fetch()
        resolve()
      })
    })
    await second.page.goto(`${app.url}/reports`)
    await arrived
    expect(await sentReports()).toEqual(['Survived'])
    await kill(second.context)

    const third = await restart()
    await third.page.goto(`${app.url}/reports`)
    await expect(bar(third.page)).toContainText('Report sent')
    await expect(bar(third.page)).toHaveCount(0)
    await third.context.close()
    expect(await sentReports()).toEqual(['Survived'])
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})
