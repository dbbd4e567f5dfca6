import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { apiAs } from '../support/api.ts'
import { cast, type Person, registerCast, tokenOf } from '../support/cast.ts'
import { makeClock } from '../support/clock.ts'
import { expectNoAxeViolations, expectNoSidewaysScrolling, waitForContent } from '../support/looks.ts'
import { makeProject } from '../support/projects.ts'
import { enter } from '../support/screens.ts'
import { expect, storeToken, test } from '../support/test.ts'
import { unzip } from '../support/unzip.ts'

const { ada, dina, omar, desi } = cast

test('on the first of the month the timesheet of one team is exported for the accountant', async ({
  page,
  request,
  app,
}) => {
  // A Thursday, after a month of 30 days.
  const clock = makeClock('2027-07-01T08:00:00Z')
  const { url } = await app.startFresh({ admin: ada, env: clock.env })
  await registerCast(request, url)
  const admin = await apiAs(request, url, ada)
  const users: { id: number; email: string }[] = await admin.get('/users')
  const idOf = ({ email }: Person) => users.find(user => user.email === email)?.id ?? 0
  const project = await makeProject(request, url, await tokenOf(request, url, ada), {
    name: 'Website',
    developers: [dina, omar, desi].map(idOf),
  })
  await admin.post('/teams', { name: 'Apps', member_ids: [dina, omar].map(idOf) })
  for (const [author, date, hours] of [
    [dina, '2027-06-01', '7.30'],
    [dina, '2027-06-30', '8.00'],
    [omar, '2027-06-30', '4.15'],
    [desi, '2027-06-30', '6.00'],
    [dina, '2027-07-01', '1.00'],
  ] as const) {
    await (await apiAs(request, url, author)).post('/reports', {
      date,
      tasks: 'Pages',
      task_details: [{ project_id: project.id, description: 'Pages', hours }],
    })
  }

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.clock.setFixedTime('2027-07-01T08:05:00Z')
  await storeToken(page, url, await tokenOf(request, url, ada))
  await page.goto(`${url}/admin/calendar`)
  await page.getByRole('link', { name: 'Timesheet' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Timesheet' })).toBeFocused()
  await page.getByRole('link', { name: /^Previous month/ }).click()
  await page.getByRole('combobox', { name: 'Team' }).selectOption({ label: 'Apps (2)' })
  await expect(page).toHaveURL(
    ({ searchParams }) => searchParams.get('month') === '2027-06' && searchParams.has('team'),
  )

  const grid = page.getByRole('grid')
  const total = (name: string) => grid.getByRole('row', { name: new RegExp(`^${name}`) }).locator('.team-sum')
  await expect(total(dina.name)).toHaveText('15h 30m')
  await expect(total(omar.name)).toHaveText('4h 15m')
  await expect(total('Total')).toHaveText('19h 45m')
  await expect(grid.getByRole('row', { name: /^Desi/ })).toHaveCount(0)
  await expectNoAxeViolations(page)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'XLSX' }).click()
  const download = await downloading
  const name = 'timesheet-2027-06-01-2027-06-30.xlsx'
  expect(download.suggestedFilename()).toBe(name)
  await expect(page.getByText(`Saved ${name}.`)).toBeVisible()
  const sheet = unzip(await readFile(await download.path()), 'xl/worksheets/sheet1.xml')
  expect(sheet).toContain(dina.name)
  expect(sheet).toContain(omar.name)
  expect(sheet).not.toContain(desi.name)

  await test.step('a cell leads to what was reported on that day', async () => {
    await grid.getByRole('link', { name: /^Dina Developer, .*\b30\b.*: 8 hours$/ }).click()
    await expect(page).toHaveURL(/\/admin\/reports\?userId=\d+&startDate=2027-06-30&endDate=2027-06-30/)
    await expect(page.getByRole('table', { name: 'All Reports' })).toContainText('8h')
    await page.goBack()
    await expect(total('Total')).toHaveText('19h 45m')
  })
  clock.remove()
})

test('the timesheet of a month and of a week print on one white landscape page', async ({ page, team }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await enter(page, team.tokenOf(cast.max))
  for (const unit of ['Week', 'Month']) {
    await page.goto(`${team.url}/admin/timesheet`)
    await page.getByRole('link', { name: unit, exact: true }).click()
    // Until the other unit has been loaded, the page shows the former one. The names and the totals have columns too.
    const ofWeek = expect(page.getByRole('grid').getByRole('columnheader'))
    await (unit === 'Week' ? ofWeek : ofWeek.not).toHaveCount(7 + 2)
    await waitForContent(page)
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const sizes = [...paper.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
    expect(sizes, unit).toHaveLength(1)
    expect(Number(sizes[0]?.[1])).toBeGreaterThan(Number(sizes[0]?.[2]))
  }
  // Letters of the usual size would cover the next day: 4.75 pt are 6.3 px.
  await page.emulateMedia({ media: 'print' })
  const hours = page.locator('.team-days tbody td > a[data-text]').first()
  expect(await hours.evaluate(cell => Number.parseFloat(getComputedStyle(cell).fontSize))).toBeLessThan(7)
})

test('on portrait paper every day is printed, and a week has its words, unlike on a phone', async ({
  page,
  request,
  app,
}) => {
  // A Thursday on which reports are due.
  const clock = makeClock('2027-07-01T08:00:00Z')
  const { url } = await app.startFresh({ admin: ada, env: clock.env })
  await registerCast(request, url)
  await page.clock.setFixedTime('2027-07-01T08:05:00Z')
  await storeToken(page, url, await tokenOf(request, url, ada))
  for (const [unit, days] of [
    ['Month', 31],
    ['Week', 7],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ media: 'screen' })
    await page.goto(`${url}/admin/timesheet`)
    await page.getByRole('link', { name: unit, exact: true }).click()
    // The names and the totals have columns too.
    const headings = page.getByRole('grid').getByRole('columnheader')
    await expect(headings).toHaveCount(days + 2)
    // The window has the size of an A4 page without its margins.
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 718, height: 1046 })
    await expect(headings).toHaveCount(days + 2)
    await expectNoSidewaysScrolling(page)
    const words = await page
      .locator('[role=img][data-text]')
      .evaluateAll(marks => marks.map(mark => getComputedStyle(mark, '::after').content))
    expect(words).not.toContain('none')
    expect(words.length > 0, unit).toBe(unit === 'Week')
  }
  clock.remove()
})

test('on a phone people are a list, and a week of the month leads to its days', async ({ page, team }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, team.tokenOf(cast.max))
  await page.goto(`${team.url}/admin/timesheet`)
  await page.getByRole('link', { name: 'Month', exact: true }).click()
  await waitForContent(page)
  await expectSound(page)

  const row = page.getByRole('row').filter({ hasText: cast.dina.name })
  const week = row.getByRole('link').last()
  const box = await week.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await week.click()
  await expect(page).toHaveURL(/week=/)
  await expect(row.getByRole('gridcell')).toHaveCount(8)
  await expectSound(page)
})

async function expectSound(page: Page) {
  await expectNoSidewaysScrolling(page)
  await expectNoAxeViolations(page)
}
