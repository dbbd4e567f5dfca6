import type { Page } from '@playwright/test'
import { messages } from '#shared/messages.ts'
import { cast } from '../support/cast.ts'
import {
  expectAllInSight,
  expectAxeContent,
  expectNoAxeViolations,
  expectNoMotion,
  expectNoSidewaysScrolling,
  showTheme,
  smallTargets,
  waitForContent,
} from '../support/looks.ts'
import { expect, storeToken, test } from '../support/test.ts'

// Tests searching in the palette, which opens on every screen, and on the page with all results.

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Search' })
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
const chosen = (page: Page) => palette(page).locator('[role=option][aria-selected=true]')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a reviewer finds a report, a page and an action by keyboard', async ({ page, reviewing }) => {
  const { url, of, tokenOf } = reviewing
  const report = of(cast.omar)[1]
  await storeToken(page, url, await tokenOf(cast.max))
  await page.goto(`${url}/admin/projects`)
  await waitForContent(page)

  // Every word has to occur, in any order. The beginning of a word is enough, and case doesn't matter.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('OMAR scr day 2')
  await expect(option(page, new RegExp(report?.summary ?? ''))).toBeVisible()
  await expect(chosen(page)).toContainText(report?.summary ?? '')
  await expect(palette(page).locator('mark').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/reports/${report?.id}`))
  await expect(heading(page)).toBeFocused()

  // Types without waiting for a response: the first option is the page.
  await page.keyboard.press('/')
  await page.keyboard.type('manage u')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('User Management')

  // A search that found something is offered again. Escape changes nothing.
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('group', { name: 'Recent searches' })).toContainText('OMAR scr day 2')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(heading(page)).toBeFocused()

  // Ctrl+Enter opens a new tab.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('mobile')
  await expect(chosen(page)).toContainText('Mobile app')
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('Control+Enter')
  const tab = await opened
  await expect(heading(tab)).toContainText('Mobile app')
  await tab.close()
  await expect(field(page)).toBeFocused()

  // The last option leads to all results.
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toHaveText(messages.search.seeAll('mobile'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${url}/search?q=mobile`)
  await expect(page.getByRole('tab', { name: 'Projects 1' })).toBeVisible()
})

test('actions open the place where they are done and change nothing', async ({ page, reviewing }) => {
  const { url, tokenOf } = reviewing
  await storeToken(page, url, await tokenOf(cast.max))
  await page.goto(`${url}/admin/today?date=2026-03-03`)
  await waitForContent(page)
  // Another journey may have reviewed some of the day's reports.
  const reviewed = () =>
    page
      .getByText(/of \d+ reviewed/)
      .first()
      .textContent()
  const before = await reviewed()
  const start = async (text: string) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect(palette(page)).toBeHidden()
  }

  await start('vacation')
  await expect(page.getByRole('dialog', { name: 'Add time off' })).toBeVisible()
  await expect(page).toHaveURL(`${url}/calendar`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await start('add time')
  await expect(page.getByRole('dialog', { name: 'Add time off' })).toBeVisible()
  await page.keyboard.press('Escape')

  await start('mark all')
  await expect(heading(page)).toHaveText('Today')
  await waitForContent(page)
  await page.goto(`${url}/admin/today?date=2026-03-03#review-all`)
  const all = page.getByRole('button', { name: 'Mark all as reviewed' })
  await expect(all).toBeFocused()
  expect(await reviewed()).toBe(before)
})

test('staff find only their own reports, comments and tasks', async ({ page, reviewing }) => {
  const { url, of, as, tokenOf } = reviewing
  const [, , reportOfOmar] = of(cast.omar)
  const [, , reportOfDesi] = of(cast.desi)
  const max = await as(cast.max)
  for (const report of [reportOfOmar, reportOfDesi])
    await max.post(`/reports/${report?.id}/comments`, { comment: 'Zeppelin, please explain.' })
  await storeToken(page, url, await tokenOf(cast.desi))
  await page.goto(`${url}/search?q=zeppelin`)
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('tab')).toHaveText(['All', 'Projects 0', 'Tasks 0', 'Reports 0', 'Comments 1'])

  // Names of others are not found, and neither is what they wrote.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('omar')
  await expect(palette(page).getByText(messages.search.none('omar')).last()).toBeVisible()
  await field(page).fill('zeppelin')
  await option(page, /Zeppelin/).click()
  await expect(page).toHaveURL(new RegExp(`/reports/${reportOfDesi?.id}#comment-`))
  await expect(page.getByText('Zeppelin, please explain.')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

  test('a report is found by touch, and Back returns to the same results', async ({ page, reviewing }) => {
    const { url, of, tokenOf } = reviewing
    const [report] = of(cast.mark)
    await storeToken(page, url, await tokenOf(cast.max))
    await page.goto(`${url}/admin/dashboard`)
    await waitForContent(page)
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).tap()
    await field(page).fill('pages')
    await option(page, messages.search.seeAll('pages')).tap()
    await expect(heading(page)).toHaveText('Search')
    await expect(palette(page)).toBeHidden()
    await page.getByRole('tab', { name: 'Reports 22' }).tap()
    await page.getByRole('button', { name: 'Page 2' }).tap()
    await expect(page).toHaveURL(`${url}/search?q=pages&type=report&page=2`)
    await expect(page.getByText('11–20 of 22')).toBeVisible()
    const result = page.getByRole('list', { name: 'Results' }).getByRole('link').nth(3)
    const name = await result.innerText()
    await result.tap()
    await expect(heading(page)).not.toHaveText('Search')
    await page.goBack()
    await expect(page.getByText('11–20 of 22')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Results' })).toContainText(name)

    // Opened from the menu, whose entries have texts.
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Search' }).tap()
    await field(page).fill(`${report?.summary}`)
    await option(page, new RegExp(`^${report?.summary}`)).tap()
    await expect(page).toHaveURL(new RegExp(`/admin/reports/${report?.id}`))
    await expect(page.getByRole('article', { name: /^Report for/ })).toContainText(report?.summary ?? '')
  })

  test('the palette looks right, with results, without and offline', async ({
    page,
    reviewing,
    consoleWatch,
  }) => {
    const { url, tokenOf } = reviewing
    await storeToken(page, url, await tokenOf(cast.max))
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
    await page.goto(`${url}/admin/dashboard`)
    await waitForContent(page)
    const expectLooks = async () => {
      for (const theme of ['light', 'dark'] as const) {
        await showTheme(page, theme)
        await expectNoAxeViolations(page)
      }
      await expectNoSidewaysScrolling(page)
      await expectAllInSight(palette(page))
      expect(await smallTargets(page)).toEqual([])
    }
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).tap()
    await expect(option(page, 'Add time off')).toBeVisible()
    await expectLooks()
    await field(page).fill('website')
    await expect(palette(page).locator('mark').first()).toBeVisible()
    await expectLooks()
    await expectNoMotion(page)
    await field(page).fill('nothinglikethis')
    await expect(palette(page).getByText(messages.search.hint)).toBeVisible()
    await expectLooks()
    await consoleWatch.during([/No response/, /ERR_INTERNET_DISCONNECTED/], async () => {
      await page.context().setOffline(true)
      await field(page).fill('website pages')
      await expect(palette(page).getByText(messages.search.offline)).toBeVisible()
      await expectLooks()
      await page.context().setOffline(false)
    })
  })
})

test('the palette looks right on a wide screen', async ({ page, reviewing }) => {
  const { url, tokenOf } = reviewing
  await storeToken(page, url, await tokenOf(cast.max))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${url}/admin/dashboard`)
  await waitForContent(page)
  await page.keyboard.press('/')
  await page.keyboard.type('day 2')
  await expect(palette(page).getByRole('group', { name: 'Reports' })).toBeVisible()
  await expectAxeContent(page, 'with the palette, light')
  await showTheme(page, 'dark')
  await expectAxeContent(page, 'with the palette, dark')
  await expectAllInSight(palette(page))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectNoMotion(page)
})
