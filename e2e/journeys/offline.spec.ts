import type { Page } from '@playwright/test'
import { messages } from '#shared/messages.ts'
import { cast, type Person } from '../support/cast.ts'
import type { Team } from '../support/filled-team.ts'
import { waitForContent } from '../support/looks.ts'
import { offlineMessages, retryButton } from '../support/offline.ts'
import { enter, type ScreenName, screenNames, screenOf } from '../support/screens.ts'
import { expect, storeToken, test } from '../support/test.ts'

// Tests screens while the connection is lost and after it returns, without a manual reload. Other files test failed
// responses on each screen (looks.spec.ts), the login (installed-app.spec.ts), the set-up page (set-up.spec.ts), and a
// report without a response (submit-daily-report.spec.ts).

test.beforeEach(({ consoleWatch }) => consoleWatch.allow(...offlineMessages))

/** Navigates as a link does, without loading the document. */
async function goInApp(page: Page, path: string) {
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}

const pathOf = (team: Team, name: ScreenName) => screenOf(name).path(team.places)

// The dashboards are left out, because their code is loaded with the start.
const loadedWithStart: readonly ScreenName[] = ['dashboard', 'adminDashboard']

// Each of these screens needs files that the first one has not loaded.
const walks = [
  { who: undefined, start: 'login', screens: ['landing'] },
  { who: cast.dina, start: 'myReports', screens: shownTo(cast.dina).filter(name => name !== 'myReports') },
  {
    // Only admins can open Settings.
    who: cast.ada,
    start: 'tasks',
    screens: [...shownTo(cast.max), ...shownTo(cast.ada)].filter(name => name !== 'tasks'),
  },
] as const satisfies { who?: Person; start: ScreenName; screens: readonly ScreenName[] }[]

function shownTo(person: Person): ScreenName[] {
  return screenNames.filter(name => screenOf(name).as[0] === person && !loadedWithStart.includes(name))
}

for (const { who, start, screens } of walks) {
  test(`screens of ${who?.role ?? 'a guest'} first opened offline offer a retry, and recover by themselves`, async ({
    page,
    context,
    team,
  }) => {
    if (who) await enter(page, team.tokenOf(who))
    await page.goto(team.url + pathOf(team, start))
    await waitForContent(page)
    await context.setOffline(true)
    let last = ''
    for (const name of screens) {
      last = pathOf(team, name)
      // The error of the previous screen must be gone first.
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
    await waitForContent(page)
    await expect(page).toHaveURL(team.url + last)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(messages.general.pageNotLoaded)
  })
}

test('the screen recovers when the server is back, although the browser was never offline', async ({
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

test('dialogs open offline; a section that could not be loaded shows an error and recovers', async ({
  page,
  context,
  team,
}) => {
  const files = /project-panels-.*\.(js|css)$/
  await storeToken(page, team.url, team.tokenOf(cast.ada))
  await page.route(files, route => route.abort('internetdisconnected'))
  await page.goto(team.url + pathOf(team, 'projects'))
  await waitForContent(page)
  await context.setOffline(true)
  const add = page.getByRole('button', { name: 'Add New Project' })
  await add.click()
  await expect(page.getByLabel('Project Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()
  const resources = page.getByRole('button', { name: /^Resources/ }).first()
  await resources.click()
  await expect(page.getByRole('alert')).toContainText(messages.general.partNotLoaded)

  await page.unroute(files)
  await context.setOffline(false)
  // A browser that caches the failed import reloads the page first, which closes the row again.
  await expect(async () => {
    if ((await resources.getAttribute('aria-expanded', { timeout: 1000 })) === 'false')
      await resources.click({ timeout: 1000 })
    await expect(page.getByRole('heading', { name: /^Files/ }).first()).toBeVisible({ timeout: 3000 })
  }, 'the resources are there').toPass()
})
