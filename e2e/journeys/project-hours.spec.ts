import type { Page } from '@playwright/test'
import type { Person } from '../support/cast.ts'
import { cast } from '../support/cast.ts'
import {
  expectNoAxeViolations,
  expectNoLayoutShift,
  nextFrames,
  waitForContent,
  watchLayoutShifts,
} from '../support/looks.ts'
import { formatMinutes, sum } from '../support/reviewing.ts'
import { expect, storeToken, test } from '../support/test.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('an admin compares hours by role and opens the summary of one person', async ({ page, reviewing }) => {
  const { url, of, idOf, projects, tokenOf } = reviewing
  /** Computed independently of the server, from the written reports. */
  const onWebsite = (person: Person) =>
    of(person).flatMap(report => report.rows.filter(row => row.project === 'Website'))
  await storeToken(page, url, await tokenOf(cast.ada))
  await page.goto(`${url}/admin/project-hours`)
  await expect(page.getByText('Showing 3 of 3 projects')).toBeVisible()
  const website = card(page, 'Website')

  const all = [cast.dina, cast.omar, cast.desi, cast.mark]
  const roles = [
    { role: undefined, people: all },
    { role: 'Developer', people: [cast.dina, cast.omar] },
    { role: 'Designer', people: [cast.desi] },
    { role: 'Marketing', people: [cast.mark] },
  ]
  for (const { role, people } of roles) {
    if (role) {
      await page.getByRole('button', { name: role }).click()
      await expect(page.getByText(`Filtering by ${role}`)).toBeVisible()
    }
    const total = sum(people.flatMap(onWebsite))
    await expect(website).toContainText(formatMinutes(total))
    await expect(website).toContainText(`${(total / 60).toFixed(2)} hours`)
    await expect(website.getByText('Task Count').locator('..')).toContainText(
      String(people.flatMap(onWebsite).length),
    )
    await expect(website.getByRole('progressbar')).toHaveCount(people.length)
    for (const person of people) {
      const minutes = sum(onWebsite(person))
      const row = website.getByRole('row').filter({ hasText: person.name })
      await expect(row).toContainText(formatMinutes(minutes))
      await expect(row).toContainText(`${((100 * minutes) / total).toFixed(1)}%`)
    }
  }
  await expect(card(page, 'Unborn')).toContainText('No hours logged for this project yet')
  await page.getByRole('button', { name: 'Marketing' }).click()
  await expect(page.getByText(/^Filtering by/)).toBeHidden()

  await page.getByLabel('Search projects').fill('mob')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Showing 1 of 3 projects')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await page.getByLabel('Project', { exact: true }).selectOption('Website')
  await expect(page.getByText('Showing 1 of 3 projects')).toBeVisible()
  await website.getByRole('button', { name: 'Resources for Website' }).click()
  await expect(website.getByRole('heading', { name: 'Project Resources' })).toBeVisible()
  await expect(website.getByText('No URLs added')).toBeVisible()

  await website.getByRole('link', { name: 'Dina Developer' }).click()
  await expect(page).toHaveURL(`${url}/admin/projects/${projects.Website}/summary?userId=${idOf(cast.dina)}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Website' })).toBeVisible()
  await expect(page.getByText('Work by Dina Developer')).toBeVisible()
  const minutes = sum(onWebsite(cast.dina))
  await expect(card(page, 'Total Hours')).toContainText(
    `${formatMinutes(minutes)} ${(minutes / 60).toFixed(2)} hours`,
  )
  await expect(card(page, 'Reports')).toContainText('13 across 13 days')
  await expect(card(page, 'Tasks')).toContainText('13 Completed for this project')
  await expect(page.getByText('1 Report', { exact: true })).toHaveCount(13)
  // Tasks of the other project on the same days are not shown.
  await expect(page.getByText('Mobile app')).toHaveCount(0)

  await test.step('on paper there are only the work and its hours', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('link', { name: 'Back to Reports' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.getByText('View Details')).toHaveCount(13)
    for (const link of await page.getByText('View Details').all()) await expect(link).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Website' })).toBeVisible()
    await expect(card(page, 'Total Hours')).toBeVisible()
    await expect(page.getByText('1 Report', { exact: true }).last()).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
  })
  await expectNoAxeViolations(page)

  const [newest] = of(cast.dina)
  await page
    .getByRole('link', { name: /^View Details: Dina Developer/ })
    .first()
    .click()
  await expect(page).toHaveURL(`${url}/admin/reports/${newest?.id}`)

  // Back shows the same view at once, from the cache.
  await page.goBack()
  await page.goBack()
  await expect(page.getByLabel('Project', { exact: true })).toHaveValue(String(projects.Website))
  await expect(website.getByRole('heading', { name: 'Project Resources' })).toBeVisible()
})

for (const width of [375, 1440])
  test(`nothing moves when the resources of expanded projects are loaded last, at ${width} px`, async ({
    page,
    reviewing,
  }) => {
    const { url, projects, tokenOf } = reviewing
    // The window is tall enough to show the projects below the expanded one.
    await page.setViewportSize({ width, height: 2400 })
    await storeToken(page, url, await tokenOf(cast.ada))
    await watchLayoutShifts(page)
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(/\/api\/projects\/\d+\/(files|urls)$/, async route => {
      await released
      await route.continue()
    })
    const hours = page.waitForResponse(/\/api\/reports\/project-hours/)
    const files = page.waitForRequest(/\/files$/)
    await page.goto(`${url}/admin/project-hours?open=${projects['Mobile app']}`)
    await Promise.all([hours, files])
    await nextFrames(page)
    release()
    await expect(card(page, 'Mobile app').getByText('No URLs added')).toBeVisible()
    await waitForContent(page)
    await expectNoLayoutShift(page)
  })
