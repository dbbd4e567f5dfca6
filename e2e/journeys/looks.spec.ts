import type { Page, Route } from '@playwright/test'
import { messages } from '#shared/messages.ts'
import { cast, tokenOf } from '../support/cast.ts'
import { fortyWords, newcomer, type Team, test, unbroken } from '../support/filled-team.ts'
import {
  expectAllInSight,
  expectAxeContent,
  expectFocusInSight,
  expectForcedColours,
  expectNoAxeViolations,
  expectNoLayoutShift,
  expectNoMotion,
  expectNoSidewaysScrolling,
  movingParts,
  settled,
  themes,
  watchLayoutShifts,
} from '../support/looks.ts'
import { enter, type ScreenName, screenNames, screenOf } from '../support/screens.ts'
import { expect } from '../support/test.ts'

// Every screen, for everybody who sees it in a way of their own, in both themes and at three widths, with a lot of
// everything on it.

const widths = { phone: 375, tablet: 768, desk: 1440 }

const addressOf = (name: ScreenName, team: Team) => team.url + screenOf(name).address(team.places)

/** Holds what the screen asks for until it has drawn its placeholders. */
async function holdAnswers(page: Page) {
  const held: Route[] = []
  let isHolding = true
  await page.route(/\/api\/(?!auth\/)/, async route => {
    if (isHolding) held.push(route)
    else await route.continue()
  })
  return async () => {
    isHolding = false
    for (const route of held) await route.continue()
  }
}

for (const name of screenNames) {
  const [first, ...others] = screenOf(name).as
  for (const person of [first, ...others]) {
    // Whoever else sees it sees the same parts: once is enough for what they have more or less of.
    for (const theme of person === first ? themes : (['dark'] as const)) {
      test(`${name} for ${person?.role ?? 'a guest'}, ${theme}`, async ({ page, team, consoleWatch }) => {
        const order =
          theme === 'light'
            ? [widths.desk, widths.tablet, widths.phone]
            : [widths.phone, widths.tablet, widths.desk]
        await page.emulateMedia({ colorScheme: theme })
        await page.setViewportSize({ width: order[0] ?? 0, height: 900 })
        await watchLayoutShifts(page)
        if (person) await enter(page, team.tokenOf(person))

        // Nothing moves on the way to the content: once with answers at once, once with placeholders first.
        if (theme === 'light') await page.goto(addressOf(name, team))
        else {
          const release = await holdAnswers(page)
          await page.goto(addressOf(name, team))
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await release()
        }
        await settled(page)
        expect(await page.evaluate(() => document.documentElement.dataset.bsTheme)).toBe(theme)
        await expectNoLayoutShift(page)

        for (const width of order) {
          await page.setViewportSize({ width, height: 900 })
          await expectAxeContent(page, `at ${width} px, ${theme}`)
          await expectNoSidewaysScrolling(page)
        }
        // The narrowest phone, and a window of 1280 px at four times the size.
        for (const width of [360, 320]) {
          await page.setViewportSize({ width, height: 740 })
          await expectNoSidewaysScrolling(page)
        }
        expect(consoleWatch.anything(), 'nothing is said on the console').toEqual([])
      })
    }
  }
}

test.describe('twice the size, without motion', () => {
  // A window of 1280 × 800 px at 200 %.
  test.use({
    viewport: { width: 640, height: 400 },
    deviceScaleFactor: 2,
    contextOptions: { reducedMotion: 'reduce' },
  })
  for (const name of screenNames) {
    const [person] = screenOf(name).as
    test(`${name} for ${person?.role ?? 'a guest'}, then in forced colours`, async ({ page, team }) => {
      if (person) await enter(page, team.tokenOf(person))
      await page.goto(addressOf(name, team))
      await settled(page)
      await expectNoSidewaysScrolling(page)
      await expectNoMotion(page)
      await expectFocusInSight(page)
      await expectForcedColours(page)
    })
  }
})

test('what moves on its own stands still for those who asked for that', async ({ page, team }) => {
  await page.setViewportSize({ width: widths.phone, height: 812 })
  await enter(page, team.tokenOf(cast.ada))
  const release = await holdAnswers(page)
  await page.goto(addressOf('adminDashboard', team))
  await expect(page.locator('.skeleton').first()).toBeAttached()
  // The check sees what there is to see.
  expect(await movingParts(page)).not.toEqual([])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectNoMotion(page)
  await release()
  await settled(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Manage Users' })).toBeVisible()
  await expectNoMotion(page)
  await expectNoAxeViolations(page)
})

const waiting = screenNames.filter(name => screenOf(name).calls.length > 1)

for (const [index, name] of waiting.entries()) {
  test(`${name} says so when nothing comes`, async ({ page, team, consoleWatch }) => {
    consoleWatch.allow(/ERR_FAILED/, /^No response to/)
    // The same few sentences with the same button on all of them: one theme each is enough.
    await page.emulateMedia({ colorScheme: themes[index % 2] })
    await page.setViewportSize({ width: widths.phone, height: 812 })
    await page.route(/\/api\/(?!auth\/)/, route => route.abort())
    const [person] = screenOf(name).as
    if (person) await enter(page, team.tokenOf(person))
    await page.goto(addressOf(name, team))
    await settled(page)
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
    await expectAxeContent(page, 'with nothing to show')
    await expectNoSidewaysScrolling(page)
  })
}

test('a first day: nothing there yet', async ({ page, team }) => {
  await page.setViewportSize({ width: widths.phone, height: 812 })
  await enter(page, team.tokenOf(newcomer))
  for (const name of ['dashboard', 'newReport', 'myReports', 'tasks'] as const) {
    await page.goto(addressOf(name, team))
    await settled(page)
    await expectNoAxeViolations(page)
    await expectNoSidewaysScrolling(page)
  }
})

test('a first day of the whole team: nothing there yet', async ({ page, app, request }) => {
  const server = await app.startFresh({ admin: cast.ada })
  await page.setViewportSize({ width: widths.phone, height: 812 })
  await enter(page, await tokenOf(request, server.url, cast.ada))
  const sentences = {
    '/admin/dashboard': messages.report.noneYet,
    '/admin/reports': messages.report.noneYet,
    '/admin/projects': messages.project.none,
    '/admin/project-hours': messages.project.noneToTrack,
    '/tasks': messages.task.none,
  }
  for (const [path, sentence] of Object.entries(sentences)) {
    await page.goto(server.url + path)
    await expect(page.getByText(sentence)).toBeVisible()
    await expectNoAxeViolations(page)
    await expectNoSidewaysScrolling(page)
  }
})

test('the dialogs of User Management', async ({ page, team }) => {
  await page.setViewportSize({ width: widths.phone, height: 812 })
  await enter(page, team.tokenOf(cast.ada))
  await page.goto(addressOf('users', team))
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: `More about ${unbroken}` }).click()
  for (const [opener, sender] of [
    [`Edit ${unbroken}`, 'Save Changes'],
    [`Reset Password for ${unbroken}`, 'Reset Password'],
    [`Delete ${unbroken}`, undefined],
  ] as const) {
    await page.getByRole('button', { name: opener, exact: true }).click()
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

test('open projects, and the dialogs of Manage Projects', async ({ page, team }) => {
  test.slow()
  await enter(page, team.tokenOf(cast.ada))
  await page.goto(addressOf('projects', team))
  for (const name of ['Website', 'Nothing yet']) {
    const opener = page.getByRole('button', { name: `Resources for ${name}` })
    await expect(opener).toHaveAttribute('aria-expanded', 'false')
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(opener).toHaveAttribute('aria-expanded', 'true')
  }
  await expect(page.getByText('No files uploaded')).toBeVisible()
  await expect(page.getByText('No URLs added')).toBeVisible()
  await settled(page)
  for (const width of Object.values(widths)) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoAxeViolations(page)
    await expectNoSidewaysScrolling(page)
  }

  await page.setViewportSize({ width: widths.phone, height: 812 })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: `More about ${fortyWords}` }).click()
  await page.getByRole('button', { name: `Edit ${fortyWords}` }).click()
  await expect(dialog.getByRole('checkbox')).toHaveCount(65)
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

test('open projects of Project Details, narrowed to a role', async ({ page, team }) => {
  await enter(page, team.tokenOf(cast.max))
  await page.goto(`${addressOf('projectHours', team)}?role=developer&open=${team.places.project}`)
  await expect(page.getByRole('heading', { name: 'Project Resources' })).toBeVisible()
  await settled(page)
  for (const width of Object.values(widths)) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoAxeViolations(page)
    await expectNoSidewaysScrolling(page)
  }
})

test('the set-up screen', async ({ page, app }) => {
  const server = await app.startFresh()
  await page.goto(server.setupLink ?? '')
  await settled(page)
  await page.getByRole('button', { name: /create/i }).click()
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  for (const width of Object.values(widths)) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoAxeViolations(page)
    await expectNoSidewaysScrolling(page)
  }
})

test('the login form with everything wrong', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expectNoAxeViolations(page)
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectNoAxeViolations(page)
})
