import { holdAnswers } from '../support/calls.ts'
import { expectNoLayoutShift, waitForContent, watchLayoutShifts } from '../support/looks.ts'
import { enter, type ScreenName, screenOf } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

// Layout shifts most while styles, fonts and scripts load into an empty cache. looks.spec.ts tests every screen with a
// full cache.
const screens: ScreenName[] = ['landing', 'login', 'dashboard', 'adminDashboard', 'allReports']

for (const name of screens)
  test(`the layout does not shift on the first visit to ${name}`, async ({ page, team }) => {
    const { as, path } = screenOf(name)
    const [person] = as
    await page.setViewportSize({ width: 375, height: 900 })
    await watchLayoutShifts(page)
    if (person) await enter(page, team.tokenOf(person))
    const release = await holdAnswers(page)
    await page.goto(team.url + path(team.places))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await release()
    await waitForContent(page)
    await expectNoLayoutShift(page)
  })
