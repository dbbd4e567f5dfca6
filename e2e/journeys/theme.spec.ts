import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../../scripts/child.mjs'
import { expect, test } from '../support/test.ts'

const shownTheme = (page: Page) => page.evaluate(() => document.documentElement.dataset.bsTheme)

/** The colours of the browser's frame for the system's two themes. */
const frameColours = (page: Page) =>
  page.locator('meta[name=theme-color]').evaluateAll(metas => metas.map(meta => meta.getAttribute('content')))

test('the page follows the system until a theme is chosen, which is stored until "System" is chosen', async ({
  page,
  cast,
  signInAs,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signInAs(page, cast.dina)
  await page.goto('/account')
  expect(await shownTheme(page)).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => shownTheme(page)).toBe('light')

  const html = readFileSync(join(root, 'dist/web/index.html'), 'utf8')
  expect(html).toContain('content="#f6f7fa" media="(prefers-color-scheme: light)"')
  expect(html).toContain('content="#0e1118" media="(prefers-color-scheme: dark)"')
  await expect.poll(() => frameColours(page)).toEqual(['#f6f7fa', '#f6f7fa'])

  const choices = page.getByRole('group', { name: 'Theme' })
  // The radio buttons are covered by their pictures, so the test uses the keyboard.
  await choices.getByRole('radio', { name: 'System' }).focus()
  await expect(choices.getByRole('radio', { name: 'System' })).toBeChecked()
  await page.keyboard.press('ArrowLeft')
  await expect(choices.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect.poll(() => shownTheme(page)).toBe('dark')
  await expect.poll(() => frameColours(page)).toEqual(['#0e1118', '#0e1118'])

  await page.reload()
  await expect(choices.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await shownTheme(page)).toBe('dark')

  // The pages of guests follow the stored choice too.
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/login')
  expect(await shownTheme(page)).toBe('dark')

  await signInAs(page, cast.dina)
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByTitle('System theme').click()
  await expect.poll(() => shownTheme(page)).toBe('light')
  await page.reload()
  expect(await shownTheme(page)).toBe('light')
})

test('a form that loads late does not take the focus from the header', async ({ page }) => {
  const { promise: isWanted, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/login-page-[^/]*\.js$/, async route => {
    await isWanted
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  const home = page.getByRole('banner').getByRole('link', { name: 'Daily Report App' })
  await home.focus()
  release()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(home).toBeFocused()
})

test('a dark page never starts white, because the theme is set before the app has loaded', async ({
  page,
  consoleWatch,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/healthz')
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  // Without the app's scripts only the page itself is loaded, and it is already dark.
  consoleWatch.allow(/net::ERR_FAILED/)
  await page.route('**/assets/*.js', route => route.abort())
  await page.goto('/login')
  expect(await shownTheme(page)).toBe('dark')
  // The script in the head blocks rendering: it is neither deferred nor a module.
  await expect(
    page.locator('head > script[src="/theme.js"]:not([defer]):not([async]):not([type])'),
  ).toHaveCount(1)
})
