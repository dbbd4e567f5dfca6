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

// Tests how many rows of a list are visible without scrolling, with long names and texts.

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

test('a phone shows reports below a button with the number of filters', async ({ page, team }) => {
  await page.setViewportSize(phone)
  await open(page, team, '/admin/reports')
  const button = page.getByRole('button', { name: /^Filters/ })
  const filters = page.getByRole('region', { name: 'Filters' })
  await expect(filters).toBeHidden()
  const first = page.locator('tbody tr').first()
  expect((await first.boundingBox())?.y).toBeLessThan(phone.height / 3)
  // The number of reports and the export share the line below the title and the team.
  const number = await page.locator('.page-subtitle').boundingBox()
  const exportButton = await page.getByRole('button', { name: 'Export to CSV' }).boundingBox()
  expect((number?.y ?? 0) + (number?.height ?? 0)).toBeGreaterThan(exportButton?.y ?? 0)

  await button.click()
  await filters.getByLabel('Review').selectOption('To review')
  await expect(page.getByRole('list', { name: 'Active filters' })).toBeVisible()
  await expect(button).toHaveAccessibleName('Filters 1 set')
  await expectAxeContent(page, 'with open filters')
  await button.click()
  await expect(filters).toBeHidden()
  await expectNoSidewaysScrolling(page)

  // Names wrap and are not cut, and a check box is large enough for a finger.
  const cut = await page
    .locator('.person > :last-child')
    .evaluateAll(names => names.filter(name => name.scrollHeight > name.clientHeight + 1).length)
  expect(cut).toBe(0)
  const box = await page.locator('label.row-check').first().boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
})

const oneLine = 56
const twoLines = 76

/** Fails if a row is higher on a phone of either width; the window keeps the wider one. */
async function expectRowsWithin(page: Page, height: number, row = 'tbody tr', least = 4) {
  for (const size of [narrowPhone, phone]) {
    await page.setViewportSize(size)
    const heights = await page
      .locator(row)
      .evaluateAll(rows => rows.map(each => Math.round(each.getBoundingClientRect().height)))
    expect(heights.length).toBeGreaterThanOrEqual(least)
    expect(Math.max(...heights), `at ${size.width} px`).toBeLessThanOrEqual(height)
  }
}

test('a phone shows hours in one line, and people, projects and tasks in two, with details one tap away', async ({
  page,
  team,
}) => {
  await page.setViewportSize(phone)
  await open(page, team, '/admin/users')
  const dina = page.getByRole('row').filter({ hasText: cast.dina.email })
  await expectRowsWithin(page, twoLines, `tbody tr:has-text("${cast.dina.email}")`, 1)
  await expect(dina.getByText(cast.dina.email)).toBeVisible()
  await expect(dina.getByRole('button', { name: /^Edit/ })).toBeHidden()
  const more = dina.getByRole('button', { name: `More actions for ${cast.dina.name}` })
  const { width, height } = (await more.boundingBox()) ?? { width: 0, height: 0 }
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await more.click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  // The sheet at the bottom of the window has what doesn't fit into the row.
  const sheet = page.locator('.menu-box')
  await expect(sheet).toContainText('Created')
  // It slides in, so its place is known only a moment later.
  await expect
    .poll(() => sheet.evaluate(box => box.getBoundingClientRect().toJSON()))
    .toMatchObject({ left: 0, right: phone.width, bottom: phone.height })
  for (const item of await page.getByRole('menuitem').all())
    expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectAxeContent(page, 'with the menu of a person')
  // A press beside the sheet closes it and does nothing else.
  await page.mouse.click(phone.width / 2, 20)
  await expect(sheet).toHaveCount(0)
  await expect(more).toBeFocused()
  await expectNoSidewaysScrolling(page)

  await open(page, team, '/admin/projects')
  await expectRowsWithin(page, twoLines)
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

test('a phone shows the whole project and assignee of a task, and the status never covers them', async ({
  page,
  team,
}) => {
  for (const size of [narrowPhone, phone]) {
    await page.setViewportSize(size)
    await open(page, team, '/tasks')
    const rows = await page.locator('tbody tr').evaluateAll(all =>
      all.map(row => {
        const status = row.querySelector('.badge')?.getBoundingClientRect()
        const texts = [...row.querySelectorAll('.place-text .clamped')]
        const lines = texts.flatMap(text => [...text.getClientRects()])
        return {
          height: Math.round(row.getBoundingClientRect().height),
          isCut: texts.some(
            text => text.scrollWidth > row.clientWidth || text.scrollHeight > row.clientHeight,
          ),
          isCovered: lines.some(
            line =>
              status && line.right > status.left && line.bottom > status.top && line.top < status.bottom,
          ),
          isInside: lines.every(line => line.right <= row.getBoundingClientRect().right),
        }
      }),
    )
    expect(rows.length).toBeGreaterThan(3)
    for (const row of rows) expect(row).toMatchObject({ isCut: false, isCovered: false, isInside: true })
    expect(Math.min(...rows.map(row => row.height))).toBeLessThanOrEqual(twoLines)
    await expectNoSidewaysScrolling(page)
  }
})

test('a tablet shows the whole state and hours of a day, each in one line', async ({ page, team }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await enter(page, team.tokenOf(cast.dina))
  await page.goto(team.url + screenOf('calendar').path(team.places))
  await waitForContent(page)
  await fontsLoaded(page)
  const words = page.locator('.day-word, .day-hours').filter({ visible: true })
  await expect(page.locator('.day-hours').first()).toBeVisible()
  const broken = await words.evaluateAll(all =>
    all
      .filter(word => !word.matches('.day-free *, .day-future *, .day-none *, .day-holiday *'))
      .filter(
        word =>
          word.scrollWidth > word.clientWidth || word.getClientRects().length > 1 || word.clientHeight > 24,
      )
      .map(word => word.textContent),
  )
  expect(broken).toEqual([])
})

test('the menu of the last person in a short window opens upwards and is not cut off', async ({
  page,
  team,
}) => {
  await page.setViewportSize({ width: 1280, height: 480 })
  await open(page, team, '/admin/users')
  const opener = page.getByRole('button', { name: /^More actions for/ }).last()
  await opener.scrollIntoViewIfNeeded()
  await opener.click()
  const menu = page.getByRole('menu')
  await expect(menu).toBeInViewport({ ratio: 1 })
  const [button, box] = await Promise.all([opener.boundingBox(), menu.boundingBox()])
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
  await expectAxeContent(page, 'with a menu')
})
