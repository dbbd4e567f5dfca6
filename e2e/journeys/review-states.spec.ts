import type { Page } from '@playwright/test'
import { messages } from '#shared/messages.ts'
import { cast } from '../support/cast.ts'
import { tabTo } from '../support/keyboard.ts'
import { expectNoAxeViolations } from '../support/looks.ts'
import { expect, storeToken, test } from '../support/test.ts'

const table = (page: Page) => page.getByRole('table', { name: 'All Reports' })
const boxes = (page: Page) => table(page).getByRole('checkbox')
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name: new RegExp(`${name}$`) })

test('a manager marks twelve reports on two pages at once, undoes it, and reviews with one key', async ({
  page,
  reviewing,
}) => {
  const { url, idOf, tokenOf } = reviewing
  await storeToken(page, url, await tokenOf(cast.max))
  const list = `/admin/reports?userId=${idOf(cast.dina)}&review=unreviewed`
  await page.goto(`${url}/admin/reports?userId=${idOf(cast.dina)}`)
  await page.getByLabel('Review').selectOption('To review')
  await expect(page).toHaveURL(url + list)
  await expect(page.getByText('13 reports')).toBeVisible()

  // Selects the first report by keyboard, the rest of the page with Shift, and then two reports of the next page.
  await tabTo(page, boxes(page).first())
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Mark reviewed (1)' })).toBeVisible()
  await boxes(page)
    .nth(9)
    .click({ modifiers: ['Shift'] })
  await expect(page.getByRole('button', { name: 'Mark reviewed (10)' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(boxes(page)).toHaveCount(3)
  await boxes(page).nth(0).click()
  await boxes(page).nth(1).click()
  await page.getByRole('button', { name: 'Mark reviewed (12)' }).click()
  await expect(page.getByText(messages.reviews.markedSeveral(12))).toBeVisible()
  await expect(page.getByText('1 report', { exact: true })).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByText('13 reports')).toBeVisible()

  // No report is skipped, although the list gets shorter.
  let saved = 0
  page.on('response', reply => {
    if (reply.url().endsWith('/review')) saved++
  })
  await page.goto(url + list)
  await table(page).getByRole('row').nth(1).click()
  for (let day = 13; day > 1; day--) {
    await expect(page.getByRole('article', { name: /^Report for/ })).toContainText(`Day ${day} of`)
    await expect(page.getByRole('link', { name: /^Next report: / })).toBeVisible()
    await page.keyboard.press('r')
  }
  await expect(page.getByRole('article', { name: /^Report for/ })).toContainText('Day 1 of')
  // Each change is shown before it is saved.
  await expect.poll(() => saved).toBe(12)
  await page.getByRole('link', { name: 'Back to Reports' }).click()
  await expect(page.getByText('1 report', { exact: true })).toBeVisible()
})

test('after changes are requested the author edits months later, and the manager sees the difference', async ({
  page,
  reviewing,
}) => {
  const { url, of, tokenOf } = reviewing
  const [report] = of(cast.mark)
  const path = `/admin/reports/${report?.id}`
  await storeToken(page, url, await tokenOf(cast.max))
  await page.goto(url + path)
  await expect(heading(page, cast.mark.name)).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByLabel(`What should ${cast.mark.name} change?`)).toBeFocused()
  await page.keyboard.type('Which fair was it?')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(messages.reviews.askedBy(cast.max.name))).toBeVisible()
  await expectNoAxeViolations(page)

  await storeToken(page, url, await tokenOf(cast.mark))
  await page.goto(`${url}/dashboard`)
  await page.getByRole('link', { name: /^See what to change/ }).click()
  const asked = page.getByRole('region', { name: messages.reviews.askedBy(cast.max.name) })
  await expect(asked).toContainText('Which fair was it?')
  await page.getByRole('link', { name: 'Edit Report' }).click()
  await expect(asked).toContainText('Which fair was it?')
  await expectNoAxeViolations(page)
  await page.getByLabel('Summary of tasks').fill(`${report?.summary} at the fair in Lyon`)
  await page.getByRole('button', { name: 'Update Report' }).click()
  await expect(page).toHaveURL(`${url}/reports/${report?.id}`)
  await expect(asked).toHaveCount(0)
  // The request allowed one edit, which is done.
  await expect(page.getByRole('link', { name: 'Edit Report' })).toHaveCount(0)

  await storeToken(page, url, await tokenOf(cast.max))
  await page.goto(url + path)
  await page.getByRole('button', { name: 'edited, show the changes' }).click()
  const changes = page.getByRole('dialog', { name: 'Changes' })
  await expect(changes.getByRole('region', { name: 'Summary' }).locator('ins')).toContainText(
    'at the fair in Lyon',
  )
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(changes).toHaveCount(0)
  const reviewed = page.waitForResponse(response => response.url().endsWith('/review'))
  await page.keyboard.press('r')
  expect((await reviewed).ok()).toBe(true)
  // The key opens the next report.
  await page.goto(url + path)
  await expect(page.getByText(messages.reviews.reviewedBy(cast.max.name))).toBeVisible()
})
