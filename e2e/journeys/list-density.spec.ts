import type { Page } from '@playwright/test'
import { cast } from '../support/cast.ts'
import { type Team, test } from '../support/filled-team.ts'
import { settled } from '../support/looks.ts'
import { enter, screenOf } from '../support/screens.ts'
import { expect } from '../support/test.ts'

// How much of a list is seen without scrolling, with long names and texts in it.

async function open(page: Page, team: Team, path: string) {
  await enter(page, team.tokenOf(cast.ada))
  await page.goto(team.url + path)
  await settled(page)
}

test('a laptop shows eight of all reports, below filters in one line', async ({ page, team }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await open(page, team, '/admin/reports')
  const inSight = () =>
    page.locator('tbody tr').evaluateAll(rows => {
      const { clientHeight } = document.documentElement
      return rows.filter(row => row.getBoundingClientRect().bottom <= clientHeight).length
    })
  expect(await inSight()).toBeGreaterThanOrEqual(8)
  const filters = page.getByRole('region', { name: 'Filters' })
  const tops = await filters
    .locator('select, input, button')
    .evaluateAll(fields => fields.map(field => Math.round(field.getBoundingClientRect().top)))
  expect(tops).toHaveLength(6)
  expect(new Set(tops).size).toBe(1)
  await expect(page.locator('.filter-summary')).toHaveCount(0)

  // A line for what is filtered, and still as many.
  await open(page, team, screenOf('allReports').address(team.places))
  await expect(page.getByRole('list', { name: 'Active filters' })).toBeVisible()
  await settled(page)
  expect(await inSight()).toBeGreaterThanOrEqual(8)
})
