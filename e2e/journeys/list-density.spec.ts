import type { Page } from '@playwright/test'
import { cast } from '../support/cast.ts'
import { fortyWords, type Team } from '../support/filled-team.ts'
import {
  expectAxeContent,
  expectNoSidewaysScrolling,
  fontsLoaded,
  waitForContent,
  waitForFont,
} from '../support/looks.ts'
import { enter, screenOf } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

const phone = { width: 375, height: 812 }
const narrowPhone = { width: 360, height: 740 }

// How many rows of a list are visible without scrolling, with long names and texts.

async function open(page: Page, team: Team, path: string) {
  await enter(page, team.tokenOf(cast.ada))
  await page.goto(team.url + path)
  await waitForContent(page)
  await fontsLoaded(page)
}

test.beforeEach(({ page }) => waitForFont(page))

test('a laptop shows eight reports below one line of filters', async ({ page, team }) => {
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
  expect(tops).toHaveLength(7)
  expect(new Set(tops).size).toBe(1)
  await expect(page.locator('.filter-summary')).toHaveCount(0)

  // The active filters take one more line, and as many reports are visible.
  await open(page, team, screenOf('allReports').path(team.places))
  await expect(page.getByRole('list', { name: 'Active filters' })).toBeVisible()
  expect(await inSight()).toBeGreaterThanOrEqual(8)
})

const oneLine = 56
const twoLines = 76

/** Fails if a row is higher on a phone of either width; the window keeps the wider one. */
async function expectRowsWithin(page: Page, height: number, row = 'tbody tr') {
  for (const size of [narrowPhone, phone]) {
    await page.setViewportSize(size)
    const heights = await page
      .locator(row)
      .evaluateAll(rows => rows.map(each => Math.round(each.getBoundingClientRect().height)))
    expect(heights.length).toBeGreaterThan(3)
    expect(Math.max(...heights), `at ${size.width} px`).toBeLessThanOrEqual(height)
  }
}

test('a phone shows people, projects and hours in one line and tasks in two, with details one tap away', async ({
  page,
  team,
}) => {
  await page.setViewportSize(phone)
  await open(page, team, '/tasks')
  await expectRowsWithin(page, twoLines)

  await open(page, team, '/admin/users')
  await expectRowsWithin(page, oneLine)
  const dina = page.getByRole('row').filter({ hasText: cast.dina.name })
  await expect(dina.getByText(cast.dina.email)).toBeHidden()
  const more = dina.getByRole('button', { name: `More about ${cast.dina.name}` })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await expect(dina.getByText(cast.dina.email)).toBeVisible()
  await expect(dina.getByRole('button', { name: /^Edit/ })).toBeVisible()
  await expectAxeContent(page, 'with a person opened')

  await open(page, team, '/admin/projects')
  await expectRowsWithin(page, oneLine)
  const project = page.getByRole('row').filter({ hasText: fortyWords })
  await expect(project.getByRole('button', { name: /^Edit/ })).toBeHidden()
  await project.getByRole('button', { name: `More about ${fortyWords}` }).click()
  await expect(project.getByRole('button', { name: /^Edit/ })).toBeVisible()
  await project.getByRole('button', { name: /more developers of/ }).click()
  await expect(project.getByText('Member 29 of the large team', { exact: false })).toBeVisible()
  await expectAxeContent(page, 'with a project opened')
  await expectNoSidewaysScrolling(page)

  await open(page, team, '/admin/project-hours')
  await expectRowsWithin(page, oneLine, '.hours-card')
  const website = page.getByRole('region', { name: 'Website', exact: true })
  await expect(website.getByText('Task Count')).toHaveCount(0)
  await website.getByRole('button', { name: 'Hours of Website' }).click()
  await expect(website.getByText('Task Count')).toBeVisible()
  await website.getByRole('button', { name: 'Resources for Website' }).click()
  await expect(website.getByRole('heading', { name: 'Project Resources' })).toBeVisible()
  await expectNoSidewaysScrolling(page)
  await website.getByRole('button', { name: 'Hours of Website' }).click()
  await expect(website.getByRole('heading', { name: 'Project Resources' })).toBeHidden()
})
