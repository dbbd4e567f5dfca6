import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { today } from '../support/api.ts'
import { cast } from '../support/cast.ts'
import { expectNoSidewaysScrolling } from '../support/looks.ts'
import { formatMinutes, sum } from '../support/reviewing.ts'
import { expect, storeToken, test } from '../support/test.ts'

const table = (page: Page) => page.getByRole('table', { name: 'All Reports' })
const person = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name: new RegExp(`${name}$`) })

test('a manager filters, reads three reports one after the other, comments, and exports a file', async ({
  page,
  reviewing,
}) => {
  const { url, idOf, projects, of, tokenOf } = reviewing
  await storeToken(page, url, await tokenOf(cast.max))
  await page.goto(`${url}/admin/dashboard`)
  await expect(page.getByRole('region', { name: 'Team Members' })).toContainText('6')
  await expect(page.getByRole('region', { name: 'Projects', exact: true })).toContainText('3')
  await page
    .getByRole('region', { name: 'Team Members' })
    .getByRole('link', { name: 'View All Reports' })
    .click()
  await expect(page.getByText('22 reports')).toBeVisible()

  await expect(page.getByLabel('Project')).toBeDisabled()
  await page.getByLabel('User').selectOption('Dina Developer')
  await expect(page.getByText('13 reports')).toBeVisible()
  await page.getByLabel('Project').selectOption('Website')
  await page.getByLabel('Start Date').fill('2026-03-02')
  await page.getByLabel('End Date').fill('2026-03-12')
  await expect(page.getByText('11 reports')).toBeVisible()
  const view = `userId=${idOf(cast.dina)}&projectId=${projects.Website}&startDate=2026-03-02&endDate=2026-03-12`
  await expect(page).toHaveURL(`${url}/admin/reports?${view}`)
  await expect(table(page).getByRole('row')).toHaveCount(1 + 10)
  await expect(page.getByRole('link', { name: 'View All Project Work' })).toHaveAttribute(
    'href',
    `/admin/projects/${projects.Website}/summary?userId=${idOf(cast.dina)}`,
  )

  // Back and a reload show the same view.
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByText('11–11 of 11')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('1–10 of 11')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Start Date')).toHaveValue('2026-03-02')

  // The reports go from the 9th across the end of the page to the 11th, which is the last.
  const read = of(cast.dina).filter(({ date }) => date >= '2026-03-02' && date <= '2026-03-12')
  await table(page).getByRole('row').nth(9).click()
  for (const [position, report] of read.slice(8).entries()) {
    await expect(person(page, 'Dina Developer')).toBeVisible()
    await expect(page.getByText(`${position + 9} of 11`)).toBeVisible()
    await expect(page.getByRole('article', { name: /^Report for/ })).toContainText(report.summary)
    await expect(page.getByText('Hours Worked').locator('..')).toContainText(formatMinutes(sum(report.rows)))
    // Alternates between a click and a key, which do the same.
    if (position === 0) await page.getByRole('link', { name: /^Next report: / }).click()
    if (position === 1) await page.keyboard.press('ArrowRight')
  }
  await expect(page.getByRole('button', { name: 'Next report' })).toBeDisabled()
  await expect(page.getByRole('link', { name: 'dina@example.com' })).toBeVisible()

  await page.getByLabel('Add a comment').fill('Thank you, that helps a lot.')
  await page.getByRole('button', { name: 'Add Comment' }).click()
  const comments = page.getByRole('region', { name: /^Comments/ })
  await expect(comments.getByRole('article')).toContainText('Thank you, that helps a lot.')
  // Reviewers reply to staff and not to each other.
  await expect(comments.getByRole('button', { name: /^Reply/ })).toHaveCount(0)

  await page.getByRole('link', { name: 'Back to Reports' }).click()
  await expect(page).toHaveURL(`${url}/admin/reports?${view}&page=2`)
  await expect(table(page).getByRole('row').nth(1)).toContainText('1 comment')
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export to CSV' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe(`reports-${today()}.csv`)
  const lines: Record<string, string>[] = parse(await readFile(await download.path()), {
    bom: true,
    columns: true,
  })
  expect(lines.map(line => [line.Date, line.Developer, line.Project, line.Task, line.Hours])).toEqual(
    read.map(({ date, rows: [row] }) => {
      const minutes = row?.minutes ?? 0
      const hours = `${Math.floor(minutes / 60)}.${String(minutes % 60).padStart(2, '0')}`
      return [date, 'Dina Developer', 'Website', row?.description, hours]
    }),
  )
  await expect(page.getByText(`Saved reports-${today()}.csv.`)).toBeVisible()
})

test('on a phone the review buttons are in reach at every place of the report', async ({
  page,
  reviewing,
}) => {
  const { url, of, tokenOf } = reviewing
  await page.setViewportSize({ width: 375, height: 480 })
  await storeToken(page, url, await tokenOf(cast.max))
  const [newest] = of(cast.omar)
  await page.goto(`${url}/admin/reports/${newest?.id}`)
  const mark = page.getByRole('button', { name: 'Mark reviewed' })
  const ask = page.getByRole('button', { name: 'Ask for changes' })
  const next = page.getByRole('link', { name: /^Next report: / })
  for (const [name, button] of Object.entries({ mark, ask, next })) {
    await expect(button).toBeInViewport({ ratio: 1 })
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(44)
  }

  // At the end of the page the bar covers nothing.
  await page.getByRole('region', { name: /^Comments/ }).evaluate(() => window.scrollTo(0, 1e6))
  await expect(mark).toBeInViewport({ ratio: 1 })
  const end = await page.getByRole('region', { name: /^Comments/ }).boundingBox()
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((await mark.boundingBox())?.y ?? 0)

  // The field opens in the page, and the bar makes space for the on-screen keyboard.
  await ask.click()
  const field = page.getByLabel('What should Omar Developer change?')
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport()
  await expect(mark).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(mark).toBeVisible()

  // Other tests need the report as it was.
  await mark.click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(mark).toBeVisible()
})

test('a printed report has no navigation and no buttons', async ({ page, reviewing }) => {
  const { url, of, tokenOf } = reviewing
  const [newest] = of(cast.dina)
  for (const [person, path] of [
    [cast.max, `/admin/reports/${newest?.id}`],
    [cast.dina, `/reports/${newest?.id}`],
  ] as const) {
    await storeToken(page, url, await tokenOf(person))
    await page.goto(url + path)
    const report = page.getByRole('article', { name: /^Report for/ })
    await expect(report).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(report).toContainText(newest?.summary ?? '')
    await expect(page.getByText(cast.dina.name).filter({ visible: true }).first()).toBeVisible()
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0)
    await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
    await expect(page.getByRole('textbox').filter({ visible: true })).toHaveCount(0)
    await page.emulateMedia({ media: null })
  }
})

test('all reports are printed as a table, on portrait paper too', async ({ page, reviewing }) => {
  const { url, idOf, tokenOf } = reviewing
  await storeToken(page, url, await tokenOf(cast.max))
  await page.goto(`${url}/admin/reports?userId=${idOf(cast.dina)}`)
  await expect(table(page)).toBeVisible()
  // A4 with the usual margins.
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 718, height: 1046 })
  await expect(table(page).getByRole('columnheader', { name: 'Developer' })).toBeVisible()
  await expect(table(page).getByRole('row').nth(1)).toHaveCSS('display', 'table-row')
  await expectNoSidewaysScrolling(page)
  await expect(page.getByRole('listitem').filter({ hasText: 'User: Dina Developer' })).toBeVisible()
  for (const role of ['checkbox', 'combobox', 'link'] as const)
    await expect(page.getByRole('main').getByRole(role).filter({ visible: true })).toHaveCount(0)
})

test('on a phone nothing covers a comment while it is typed, and a reply is sent', async ({
  page,
  reviewing,
}) => {
  const { url, of, as, tokenOf } = reviewing
  await page.setViewportSize({ width: 375, height: 340 })
  await storeToken(page, url, await tokenOf(cast.max))
  const [newest] = of(cast.desi)
  const desi = await as(cast.desi)
  await desi.post(`/reports/${newest?.id}/comments`, { comment: 'I was stuck here.', parent_id: null })
  await page.goto(`${url}/admin/reports/${newest?.id}`)
  const bar = page.getByRole('navigation', { name: 'Reports in this list' })
  await expect(bar).toBeVisible()
  const box = page.getByLabel('Add a comment')
  await box.click()
  await page.keyboard.type('One\nTwo\nThree')
  await expect(bar).toBeHidden()
  const covered = await box.evaluate(element => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const bottom = Math.min(top + height, window.innerHeight) - 4
    return [top + 4, (top + bottom) / 2, bottom].filter(
      y => document.elementFromPoint(left + width / 2, y) !== element,
    )
  })
  expect(covered, 'what stands over the box').toEqual([])

  // The bar returns after the tap, so the tap doesn't hit it.
  await page.getByRole('button', { name: 'Add Comment' }).click()
  await expect(page.getByRole('article', { name: 'Comment by Max Manager' })).toContainText('Three')
  await expect(bar).toBeVisible()

  await page.getByRole('button', { name: 'Reply to Desi Designer' }).click()
  await page.getByLabel('Reply to Desi Designer').fill('Let us look at it together.')
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(
    page.getByRole('article', { name: 'Comment by Max Manager' }).filter({ hasText: 'together' }),
  ).toBeVisible()
})
