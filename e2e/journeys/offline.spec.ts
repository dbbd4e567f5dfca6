import type { Page } from '@playwright/test'
import { messages } from '#shared/messages.ts'
import { cast, makePerson, type Person, tokenOf } from '../support/cast.ts'
import type { Team } from '../support/filled-team.ts'
import { settled } from '../support/looks.ts'
import { retryButton, saidOffline } from '../support/offline.ts'
import { makeProject } from '../support/projects.ts'
import { enter, type ScreenName, screenNames, screenOf } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

// What happens while the connection is away, and once it is back: without a reload by hand. How each screen gets over
// answers that failed: see looks.spec.ts.

test.beforeEach(({ consoleWatch }) => consoleWatch.allow(...saidOffline))

/** As a link would: the document stays. */
async function goInApp(page: Page, path: string) {
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}

const pathOf = (team: Team, name: ScreenName) => screenOf(name).path(team.places)

// The screens of a walk need files that the walk's start has not loaded.
const walks = [
  { who: undefined, start: 'login', screens: ['landing'] },
  { who: cast.dina, start: 'myReports', screens: shownTo(cast.dina).filter(name => name !== 'myReports') },
  {
    // An admin: Settings are for admins only.
    who: cast.ada,
    start: 'tasks',
    screens: [...shownTo(cast.max), ...shownTo(cast.ada)].filter(name => name !== 'tasks'),
  },
] as const satisfies { who?: Person; start: ScreenName; screens: readonly ScreenName[] }[]

function shownTo(person: Person): ScreenName[] {
  return screenNames.filter(name => screenOf(name).as[0] === person)
}

for (const { who, start, screens } of walks) {
  test(`screens opened offline for the first time offer another try, and the last of ${who?.role ?? 'a guest'} heals by itself`, async ({
    page,
    context,
    team,
  }) => {
    if (who) await enter(page, team.tokenOf(who))
    await page.goto(team.url + pathOf(team, start))
    await settled(page)
    await context.setOffline(true)
    let last = ''
    for (const name of screens) {
      last = pathOf(team, name)
      // The failure of the screen before must not be taken for this one's.
      await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-before', ''))
      await goInApp(page, last)
      const failure = page.locator('h1:not([data-before])', { hasText: messages.general.pageNotLoaded })
      await expect(failure, name).toBeFocused()
      await expect(page.getByText(messages.general.noResponse), name).toBeVisible()
    }
    await retryButton(page).click()
    await expect(retryButton(page)).toBeEnabled()
    await expect(page.getByText(messages.general.noResponse)).toBeVisible()

    await context.setOffline(false)
    await expect(retryButton(page)).toHaveCount(0)
    await settled(page)
    await expect(page).toHaveURL(team.url + last)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(messages.general.pageNotLoaded)
  })
}

test('the login says so at once and keeps what was typed', async ({ page, context, team }) => {
  await page.goto(`${team.url}/login`)
  await page.getByLabel('Email').fill(cast.dina.email)
  await page.getByLabel('Password').fill(cast.dina.password)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(messages.general.noResponse)
  await expect(page.getByLabel('Email')).toHaveValue(cast.dina.email)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(`${team.url}/dashboard`)
})

test('the set-up page heals by itself, and a form sent offline says so at once and stays typed', async ({
  page,
  context,
  app,
}) => {
  const server = await app.startFresh()
  await page.route('**/api/auth/setup', route => route.abort('internetdisconnected'))
  await page.goto(server.setupLink ?? '')
  await expect(page.getByRole('alert')).toHaveText(messages.general.noResponse)
  await expect(retryButton(page)).toBeVisible()
  await page.unroute('**/api/auth/setup')
  await context.setOffline(true)
  await context.setOffline(false)
  await page.getByLabel('Name').fill('Grace First')
  await page.getByLabel('Email').fill('grace@example.com')
  await page.getByLabel('Password', { exact: true }).fill('the very first password')
  await page.getByLabel('Confirm Password').fill('the very first password')
  await context.setOffline(true)
  const create = page.getByRole('button', { name: /create/i })
  await create.click()
  await expect(page.getByRole('alert')).toContainText(messages.general.noResponse)
  await expect(page.getByLabel('Email')).toHaveValue('grace@example.com')
  await context.setOffline(false)
  await create.click()
  await expect(page).toHaveURL(`${server.url}/admin/dashboard`)
})

test('a report without an answer is not sent again by itself, stays typed, and is sent when its writer says so', async ({
  page,
  context,
  request,
  app,
  signInAs,
}) => {
  const person = await makePerson(request, app.url, 'developer')
  const admin = await tokenOf(request, app.url, cast.ada)
  const project = await makeProject(request, app.url, admin, { name: 'Tunnel', developers: [person.id] })
  await signInAs(page, person)
  await page.goto('/reports/new')
  await page.getByLabel('Summary of tasks').fill('Written in a tunnel')
  await page.getByLabel('Project').first().selectOption(String(project.id))
  await page.getByLabel('Description').first().fill('Waited for the light')
  await page.getByLabel('Hours', { exact: true }).first().fill('1.30')
  const sent: string[] = []
  page.on('request', call => {
    if (call.method() === 'POST') sent.push(call.url())
  })
  // The browser says that it is online: offline, the report would wait on the device (waiting-reports.spec.ts).
  let isCut = true
  await page.route('**/api/reports', route => (isCut ? route.abort('connectionrefused') : route.continue()))
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'No response received from server. Please check your connection and try again.',
  )
  await expect(page.getByRole('button', { name: 'Submit Report' })).toBeEnabled()
  isCut = false
  await context.setOffline(true)
  // Before it can come.
  const caughtUp = page.waitForResponse(reply => reply.url().includes('/reports/me'))
  await context.setOffline(false)
  await caughtUp
  await expect(page.getByLabel('Summary of tasks')).toHaveValue('Written in a tunnel')
  // Nothing goes out behind the writer's back.
  expect(sent).toHaveLength(1)
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await expect(page.getByText(messages.report.submitted)).toBeVisible()
  expect(sent).toHaveLength(2)
})

test('a comment sent offline fails with its sentence and stays typed', async ({ page, context, team }) => {
  await enter(page, team.tokenOf(cast.max))
  await page.goto(`${team.url}${pathOf(team, 'reviewReport')}`)
  const box = page.getByLabel('Add a comment')
  await box.fill('Said twice')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add Comment' }).click()
  await expect(page.getByText('Failed to add comment. Please try again.')).toBeVisible()
  await expect(box).toHaveValue('Said twice')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Add Comment' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Said twice' })).toHaveCount(1)
  await expect(box).toHaveValue('')
})

test('a server that comes back heals the screen, though the browser was never offline', async ({
  page,
  team,
}) => {
  await enter(page, team.tokenOf(cast.dina))
  await page.route(/\/api\/reports|\/healthz/, route => route.abort('connectionrefused'))
  await page.goto(`${team.url}/reports`)
  await expect(page.getByText('Failed to load reports')).toBeVisible()
  await page.unroute(/\/api\/reports|\/healthz/)
  await expect(page.getByRole('table')).toBeVisible()
})

/** A part of a screen that could not be loaded ahead: the browser is offline before anything but the page came. */
async function withoutParts(page: Page, files: RegExp) {
  await page.route(files, route => route.abort('internetdisconnected'))
}

test('a project dialog that could not be loaded says so in a dialog and works once the connection is back', async ({
  page,
  context,
  team,
}) => {
  const files = /project-dialog-.*\.(js|css)$/
  await enter(page, team.tokenOf(cast.ada))
  await withoutParts(page, files)
  await page.goto(team.url + pathOf(team, 'projects'))
  await settled(page)
  await context.setOffline(true)
  const add = page.getByRole('button', { name: 'Add New Project' })
  await add.click()
  const failure = page.getByRole('dialog', { name: messages.general.partNotLoaded })
  await expect(failure).toBeInViewport()
  await expect(failure.getByRole('alert')).toHaveText(messages.general.noResponse)
  await expect(failure.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(failure).toHaveCount(0)
  await expect(add).toBeFocused()
  await page.unroute(files)
  await context.setOffline(false)
  // A browser that remembers the failure reloads the page first: then it takes another click.
  await expect(async () => {
    if (!(await page.getByRole('dialog', { name: 'Add New Project' }).isVisible()))
      await add.click({ timeout: 1000 })
    await expect(page.getByLabel('Project Name')).toBeFocused({ timeout: 3000 })
  }).toPass()
})

test('the resources of a project heal by themselves', async ({ page, context, team }) => {
  const files = /project-panels-.*\.(js|css)$/
  await enter(page, team.tokenOf(cast.ada))
  await withoutParts(page, files)
  await page.goto(team.url + pathOf(team, 'projects'))
  await settled(page)
  await context.setOffline(true)
  const resources = page.getByRole('button', { name: /^Resources/ }).first()
  await resources.click()
  await expect(page.getByRole('alert')).toContainText(messages.general.partNotLoaded)
  await page.unroute(files)
  await context.setOffline(false)
  // A browser that remembers the failure reloads the page first, at any moment: then the row is folded again.
  await expect(async () => {
    if ((await resources.getAttribute('aria-expanded', { timeout: 1000 })) === 'false')
      await resources.click({ timeout: 1000 })
    await expect(page.getByRole('heading', { name: /^Files/ }).first()).toBeVisible({ timeout: 3000 })
  }).toPass()
})

test('the list of users stays when a dialog of it, or the deleted accounts, could not be loaded', async ({
  page,
  context,
  team,
}) => {
  const files = /(user-dialogs|deleted-users-list)-.*\.(js|css)$/
  await enter(page, team.tokenOf(cast.ada))
  await withoutParts(page, files)
  await page.goto(team.url + pathOf(team, 'users'))
  await settled(page)
  await expect(page.getByRole('button', { name: 'Deleted accounts' })).toBeVisible()
  await context.setOffline(true)
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: messages.general.partNotLoaded })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Deleted accounts' }).click()
  await expect(page.getByRole('alert')).toContainText(messages.general.partNotLoaded)
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})
