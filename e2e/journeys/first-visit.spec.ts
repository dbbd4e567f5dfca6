import { holdAnswers } from '../support/calls.ts'
import { expectNoLayoutShift, settled, watchLayoutShifts } from '../support/looks.ts'
import { enter, type ScreenName, screenOf } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

// Styles, fonts and parts that arrive late move things most in a browser that has none of them yet. With them in the
// cache, every screen is seen by looks.spec.ts.
const screens: ScreenName[] = ['login', 'dashboard', 'adminDashboard', 'allReports']

for (const name of screens)
  test(`nothing moves on the first visit to ${name}`, async ({ page, team }) => {
    const { as, path } = screenOf(name)
    const [person] = as
    await page.setViewportSize({ width: 375, height: 900 })
    await watchLayoutShifts(page)
    if (person) await enter(page, team.tokenOf(person))
    const release = await holdAnswers(page)
    await page.goto(team.url + path(team.places))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await release()
    await settled(page)
    await expectNoLayoutShift(page)
  })
