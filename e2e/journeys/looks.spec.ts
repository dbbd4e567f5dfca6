import type { Page } from '@playwright/test'
import { messages } from '#shared/messages.ts'
import { callsOf, holdAnswers, holdCalls, patternsOf, watchCalls } from '../support/calls.ts'
import { cast, type Person, tokenOf } from '../support/cast.ts'
import { emptyProject, fortyWords, newcomer, type Team, unbroken } from '../support/filled-team.ts'
import {
  colourRules,
  expectAllInSight,
  expectAxeContent,
  expectFocusInSight,
  expectForcedColours,
  expectNoAxeViolations,
  expectNoLayoutShift,
  expectNoMotion,
  expectNoSidewaysScrolling,
  expectNoSidewaysScrollingAt,
  forgetLayoutShifts,
  movingParts,
  showTheme,
  waitForContent,
} from '../support/looks.ts'
import { mainText, offlineMessages, retryButton, wholeText } from '../support/offline.ts'
import { type ScreenName, screenNames, screenOf } from '../support/screens.ts'
import { enterAs, follow, openWithEmptyCache, test } from '../support/shared-page.ts'
import { expect, storedToken } from '../support/test.ts'

// Checks every screen with much content: its calls, its looks and its recovery from failures. The product has three
// layouts (below 768 px, up to 992 px, and above) and two themes. Axe checks the first layout in the dark theme and the
// last one in the light theme: the middle one has no elements of its own, and every element appears in both themes
// somewhere.

const phone = 375
const desk = 1440

const pathOf = (name: ScreenName, team: Team) => screenOf(name).path(team.places)
const urlOf = (name: ScreenName, team: Team) => team.url + pathOf(name, team)

/** Loads the screen and checks its placeholders before its content. */
async function load(
  page: Page,
  team: Team,
  name: ScreenName,
  person: Person | undefined,
  whileHeld = async () => {},
) {
  const token = person && team.tokenOf(person)
  if (token) await enterAs(page, team.url, token)
  const release = await holdAnswers(page)
  await page.goto(urlOf(name, team))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await whileHeld()
  await release()
  await waitForContent(page)
  expect(await storedToken(page)).toBe(token ?? null)
  await expectNoLayoutShift(page)
}

/** Opens the screen in the loaded app, and delays all responses until every needed call was made. */
async function holdAnew(page: Page, team: Team, name: ScreenName, decision: 'answer' | 'disconnect') {
  const { held, release, end } = await holdCalls(page, decision)
  await openWithEmptyCache(page, pathOf(name, team))
  const needed = callsOf(name).filter(pattern => !pattern.includes('auth'))
  await expect
    .poll(() => needed.filter(pattern => !patternsOf(held, name).includes(pattern)), { timeout: 30_000 })
    .toEqual([])
  return { release, end }
}

/** Checks the screen from its placeholders to its content. */
async function expectNoLayoutShiftAnew(page: Page, team: Team, name: ScreenName) {
  const { release, end } = await holdAnew(page, team, name, 'answer')
  await forgetLayoutShifts(page)
  release()
  await end()
  await waitForContent(page)
  await expectNoLayoutShift(page)
}

/** Without responses the screen shows errors with a retry button; once online it completes by itself. */
async function expectHealing(page: Page, team: Team, name: ScreenName) {
  await page.setViewportSize({ width: phone, height: 812 })
  const complete = await wholeText(page)
  const { release, end } = await holdAnew(page, team, name, 'disconnect')
  release()
  await waitForContent(page)
  await expect(retryButton(page).first()).toBeVisible()
  expect(await mainText(page)).not.toBe(complete)
  await expectAxeContent(page, 'with nothing to show')
  await expectNoSidewaysScrolling(page)
  // No call succeeds before the connection is back, because a script that a response needs could not be loaded.
  await page.context().setOffline(true)
  await end()
  await page.context().setOffline(false)
  await expect.poll(() => mainText(page), { timeout: 30_000 }).toBe(complete)
}

for (const [index, name] of screenNames.entries()) {
  const { as, calls: needed } = screenOf(name)
  // Two roles see almost the same elements, so each role is checked in one layout.
  const [onPhone, atDesk = onPhone] = as
  const roles = as.length > 0 ? as.map(({ role }) => role) : ['a guest']

  test(`${name} for ${roles.join(' and for ')}`, async ({ page, team, consoleWatch }) => {
    test.slow()
    const theme = () => page.evaluate(() => document.documentElement.dataset.bsTheme)

    // First a phone in the dark theme, without motion because that takes time.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await page.setViewportSize({ width: phone, height: 900 })
    const { calls, stop } = await watchCalls(page)
    // No call gets a response before all were made, so a screen that makes one call after another fails.
    await load(page, team, name, onPhone, () =>
      expect.poll(() => patternsOf(calls, name), { timeout: 30_000 }).toEqual(callsOf(name)),
    )
    expect(patternsOf(calls, name)).toEqual(callsOf(name))
    await stop()
    expect(await theme()).toBe('dark')
    await expectAxeContent(page, 'on a phone, dark')
    // 320 px is the narrowest phone, and a window of 1280 px at a zoom of 400 %.
    await expectNoSidewaysScrollingAt(page, [phone, 360, 320])
    expect(consoleWatch.anything(), 'the console is empty').toEqual([])

    const isShared = atDesk !== onPhone
    // Errors look alike on all screens, so one theme each is enough.
    await page.emulateMedia({ colorScheme: isShared || index % 2 ? 'light' : 'dark' })
    // A screen whose only call is for its user is complete without responses.
    if (onPhone && needed.length > 1)
      await consoleWatch.during(offlineMessages, () => expectHealing(page, team, name))
    if (isShared) await expectAxeContent(page, 'on a phone, light', colourRules)

    // Then a desktop in the light theme, with motion.
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
    await page.setViewportSize({ width: desk, height: 900 })
    if (isShared || !atDesk) await load(page, team, name, atDesk)
    else await expectNoLayoutShiftAnew(page, team, name)
    expect(await theme()).toBe('light')
    await expectAxeContent(page, 'at a desk, light')
    await expectNoSidewaysScrollingAt(page, [desk, 768])
    expect(consoleWatch.anything(), 'the console is empty').toEqual([])

    // A window of 1280 × 800 px at a zoom of 200 % with reduced motion, then with forced colours.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 640, height: 400 })
    await expectNoSidewaysScrolling(page)
    await expectNoMotion(page)
    await expectFocusInSight(page)
    await expectForcedColours(page)
  })
}

/** Checks a dialog or a section on a screen that was checked without it. */
async function expectLooksAtAllWidths(page: Page) {
  await expectNoSidewaysScrollingAt(page, [768, desk])
  await expectAxeContent(page, 'at a desk, light')
  await showTheme(page, 'dark')
  await expectNoSidewaysScrollingAt(page, [360, phone])
  await expectAxeContent(page, 'on a phone, dark')
}

test('animations stop for users who prefer reduced motion', async ({ page, team }) => {
  await page.setViewportSize({ width: phone, height: 812 })
  await enterAs(page, team.url, team.tokenOf(cast.ada))
  const release = await holdAnswers(page)
  await page.goto(urlOf('adminDashboard', team))
  await expect(page.locator('.skeleton').first()).toBeAttached()
  // Proves that the check finds animations if there are some.
  expect(await movingParts(page)).not.toEqual([])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectNoMotion(page)
  await release()
  await waitForContent(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Manage Users' })).toBeVisible()
  await expectNoMotion(page)
  await expectNoAxeViolations(page)
})

test('the empty screens of a new user and of a new team look right', async ({ page, team, app, request }) => {
  await page.setViewportSize({ width: phone, height: 812 })
  await enterAs(page, team.url, team.tokenOf(newcomer))
  const expectLooks = async () => {
    await waitForContent(page)
    await expectAxeContent(page, 'with nothing there yet')
    await expectNoSidewaysScrolling(page)
  }
  await page.goto(urlOf('dashboard', team))
  await expectLooks()
  for (const name of ['newReport', 'myReports', 'tasks', 'calendar'] as const) {
    await follow(page, pathOf(name, team))
    await expectLooks()
  }

  // Empty lists look alike on all screens, so one theme each is enough.
  await page.emulateMedia({ colorScheme: 'dark' })
  const server = await app.startFresh({ admin: cast.ada })
  await enterAs(page, server.url, await tokenOf(request, server.url, cast.ada))
  const sentences = {
    '/admin/dashboard': messages.reports.noneYet,
    '/admin/reports': messages.reports.noneYet,
    '/admin/projects': messages.projects.none,
    '/admin/project-hours': messages.hours.noneToTrack,
    '/tasks': messages.tasks.none,
    '/admin/calendar': messages.calendar.noUsers,
  }
  await page.goto(server.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const [path, sentence] of Object.entries(sentences)) {
    await follow(page, path)
    await expect(page.getByText(sentence)).toBeVisible()
    await expectLooks()
  }
})

test('the dialogs of User Management look right', async ({ page, team }) => {
  await page.setViewportSize({ width: phone, height: 812 })
  await enterAs(page, team.url, team.tokenOf(cast.ada))
  await page.goto(urlOf('users', team))
  const dialog = page.getByRole('dialog')
  for (const [item, sender] of [
    ['Edit', 'Save Changes'],
    ['Reset Password', 'Reset Password'],
    ['Delete', undefined],
  ] as const) {
    await page.getByRole('button', { name: `More actions for ${unbroken}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect(dialog).toBeVisible()
    if (sender) {
      await dialog.getByRole('textbox').first().fill('')
      await dialog.getByRole('button', { name: sender }).click()
      await expect(dialog.locator('[aria-invalid]').first()).toBeVisible()
    }
    await expectNoAxeViolations(page)
    await expectNoSidewaysScrolling(page)
    await expectAllInSight(dialog)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('expanded projects and the dialogs of Manage Projects look right', async ({ page, team }) => {
  test.slow()
  await enterAs(page, team.url, team.tokenOf(cast.ada))
  await page.goto(urlOf('projects', team))
  for (const name of ['Website', emptyProject]) {
    const opener = page.getByRole('button', { name: `Resources for ${name}` })
    await expect(opener).toHaveAttribute('aria-expanded', 'false')
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(opener).toHaveAttribute('aria-expanded', 'true')
  }
  await expect(page.getByText('No files uploaded')).toBeVisible()
  await expect(page.getByText('No URLs added')).toBeVisible()
  await waitForContent(page)
  await expectLooksAtAllWidths(page)

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: `More about ${fortyWords}` }).click()
  await page.getByRole('button', { name: `Edit ${fortyWords}` }).click()
  await expect(dialog.getByRole('checkbox')).toHaveCount(36)
  await dialog.getByLabel('Project Name').fill('')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog.getByText('Project name is required')).toBeVisible()
  await expectNoAxeViolations(page)
  await expectAllInSight(dialog)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: `Delete ${fortyWords}` }).click()
  await expect(dialog).toBeVisible()
  await expectNoAxeViolations(page)
  await expectAllInSight(dialog)
})

test('expanded projects of Project Details with a role filter look right', async ({ page, team }) => {
  await enterAs(page, team.url, team.tokenOf(cast.max))
  await page.goto(`${urlOf('projectHours', team)}?role=developer&open=${team.places.project}`)
  await expect(page.getByRole('heading', { name: 'Project Resources' })).toBeVisible()
  await waitForContent(page)
  await expectLooksAtAllWidths(page)
})
