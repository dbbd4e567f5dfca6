import { minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { apiAs } from '../support/api.ts'
import { cast, type Person, registerCast, tokenOf } from '../support/cast.ts'
import { makeClock } from '../support/clock.ts'
import { tabTo } from '../support/keyboard.ts'
import {
  expectNoAxeViolations,
  expectNoSidewaysScrolling,
  expectNoSidewaysScrollingAt,
} from '../support/looks.ts'
import { expect, storeToken, test } from '../support/test.ts'

const firstOfMonth = '2027-04-01T08:00:00Z'
const { ada, max, dina, omar, desi } = cast

test('on the first of the month, a reviewer sees where the hours of the last month went, down to the reports', async ({
  page,
  app,
  request,
}) => {
  test.slow()
  const clock = makeClock(firstOfMonth)
  const { url } = await app.startFresh({ admin: ada, env: { ...clock.env, EDIT_WINDOW_DAYS: '60' } })
  await registerCast(request, url)
  const admin = await apiAs(request, url, ada)
  const users: { id: number; email: string }[] = await admin.get('/users')
  const developers = [dina, omar, desi].map(({ email }) => users.find(user => user.email === email)?.id ?? 0)
  const portal = await admin.post('/projects', { name: 'Customer Portal', developers })
  const tools = await admin.post('/projects', { name: 'Internal Tools', developers })
  const write = async (author: Person, date: string, rows: [project: { id: number }, hours: string][]) =>
    (await apiAs(request, url, author)).post('/reports', {
      date,
      tasks: `${author.name} on ${date}`,
      task_details: rows.map(([{ id }, hours]) => ({ project_id: id, description: 'Work', hours })),
    })
  await write(dina, '2027-03-01', [
    [portal, '4.30'],
    [tools, '1.15'],
  ])
  await write(dina, '2027-03-08', [[portal, '6']])
  await write(omar, '2027-03-08', [
    [portal, '2.30'],
    [tools, '3'],
  ])
  await write(desi, '2027-03-29', [[tools, '5.45']])
  // These two reports are not in March.
  await write(omar, '2027-02-26', [[portal, '8']])
  await write(omar, '2027-04-01', [[portal, '7']])

  await page.clock.setFixedTime(firstOfMonth)
  await page.setViewportSize({ width: 1440, height: 900 })
  await storeToken(page, url, await tokenOf(request, url, max))
  const sentence = page.getByText('23h in March, 188% more than in February; Customer Portal took 57%.')

  await test.step('the page opens with the last month and says what is seen', async () => {
    await page.goto(`${url}/admin/dashboard`)
    await page.getByRole('navigation').getByRole('link', { name: 'Insights' }).click()
    await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue('last-month')
    await expect(sentence).toBeVisible()
    await expectNoAxeViolations(page)
    await expectNoSidewaysScrollingAt(page, [360, 1440])
  })

  await test.step('on portrait paper the letters of the pictures stay small, and a total stands once', async () => {
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 718, height: 1046 })
    const letters = page.locator('.chart-picture text').first()
    await expect.poll(async () => (await letters.boundingBox())?.height ?? 0).toBeLessThan(20)
    const totals = await page
      .locator('.insight-table tfoot')
      .evaluateAll(all => all.map(total => getComputedStyle(total).display))
    expect(new Set(totals)).toEqual(new Set(['table-row-group']))
    // With the narrowest width, every letter of a name would stand in a line of its own.
    const heads = page.locator('.insight-scroll thead .insight-head')
    const widths = await heads.evaluateAll(all => all.map(head => head.getBoundingClientRect().width))
    expect(Math.min(...widths)).toBeGreaterThan(30)
    // A table wider than the page would lose its last columns. The window is as narrow for four columns as A4 for eleven.
    await page.setViewportSize({ width: 300, height: 1046 })
    await expectNoSidewaysScrolling(page)
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('by keyboard to a bar, to its reports, and back', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('combobox', { name: 'Hours per' }).selectOption('Week')
    const picture = page.getByRole('group', { name: 'Hours by project and week' })
    const first = picture.getByRole('link').first()
    await expect(first).toHaveAccessibleName(/^Customer Portal, .*: 4h 30m$/)
    await tabTo(page, first)
    await page.keyboard.press('ArrowRight')
    await expect(picture.getByRole('link', { name: /^Customer Portal, .*: 8h 30m$/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/reports\?projectId=\d+&startDate=2027-03-08&endDate=2027-03-14$/)
    await expect(page.getByText('2 reports', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove filter Project: Customer Portal' })).toBeVisible()
    await expectNoAxeViolations(page)
    await page.goBack()
    await expect(sentence).toBeVisible()
    await expect(page).toHaveURL(/unit=week/)
  })

  const manager = await apiAs(request, url, max)
  type Listed = { user_id: number; task_details: { project_id: number; hours: number }[] }
  for (const [group, role] of [
    ['Project', ''],
    ['Person', ''],
    ['Role', 'designer'],
  ] as const)
    await test.step(`by ${group}: every bar has exactly the hours of the reports that it leads to`, async () => {
      await page.getByRole('combobox', { name: 'Group by' }).selectOption(group)
      const picture = page.getByRole('group', { name: `Hours by ${group.toLowerCase()} and week` })
      await expect(picture).toBeVisible()
      const parts = await picture
        .getByRole('link')
        .evaluateAll(links =>
          links.map(link => ({ name: link.getAttribute('aria-label'), href: link.getAttribute('href') })),
        )
      expect(parts.length).toBeGreaterThan(2)
      expect(parts.some(({ href }) => href?.includes(`role=${role}`))).toBe(role !== '')
      for (const { name, href } of parts) {
        const query = new URLSearchParams(href?.split('?')[1])
        const { reports }: { reports: Listed[] } = await manager.get(
          `/reports?${query}&include_task_details=true&limit=100`,
        )
        const minutes = reports
          .flatMap(report => report.task_details)
          .filter(row => !query.has('projectId') || row.project_id === Number(query.get('projectId')))
          .reduce((sum, row) => sum + minutesOf(row.hours), 0)
        const [, hours = '0', rest = '0'] = /: (?:(\d+)h)? ?(?:(\d+)m)?$/.exec(name ?? '') ?? []
        expect(minutes, `${name} is ${href}`).toBe(Number(hours) * 60 + Number(rest))
      }
    })

  await test.step('the numbers of the table lead to the same reports', async () => {
    await page.getByRole('combobox', { name: 'Group by' }).selectOption('Project')
    const table = page.getByRole('region', { name: 'Hours by week' })
    await table.getByRole('link', { name: /^Total, .*: 11h 30m$/ }).click()
    await expect(page.getByText('2 reports', { exact: true })).toBeVisible()
  })

  await test.step('a month without anything says so', async () => {
    await page.goto(`${url}/admin/insights?from=2026-05-01&to=2026-05-31`)
    await expect(page.getByText(messages.insights.none)).toBeVisible()
    await expectNoAxeViolations(page)
  })
  clock.remove()
})
