import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../../scripts/child.mjs'
import { filesOf, loginPage, readManifest } from '../../scripts/weight.ts'
import { expect, test } from '../support/test.ts'

// `npm run check` weighs pages by the build's manifest. This file compares the manifest with what a browser loads.

const manifest = readManifest(join(root, 'dist', 'web'))

async function loadedBy(page: Page, path: string) {
  const files = new Set<string>()
  page.on('response', response => {
    const { pathname } = new URL(response.url())
    if (/\.(js|css)$/.test(pathname)) files.add(pathname.slice(1))
  })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  return [...files].sort()
}

const listed = (source: string) => [...filesOf(manifest, source)].sort()

test('the login page loads exactly the scripts and styles that count as its weight', async ({ page }) => {
  expect(await loadedBy(page, '/login')).toEqual(listed(loginPage))
})

test('a page after the login loads exactly the scripts and styles that count as its weight', async ({
  page,
  cast,
  signInAs,
}) => {
  await signInAs(page, cast.dina)
  expect(await loadedBy(page, '/reports')).toEqual(listed('src/pages/my-reports-page.tsx'))
})

test('the form of a report loads exactly the scripts and styles that count as its weight', async ({
  page,
  cast,
  signInAs,
}) => {
  await signInAs(page, cast.dina)
  expect(await loadedBy(page, '/reports/new')).toEqual(listed('src/pages/report-forms.ts'))
})

test('a client that accepts only gzip gets gzip', async ({ request, app }) => {
  for (const file of listed(loginPage)) {
    const reply = await request.fetch(`${app.url}/${file}`, { headers: { 'accept-encoding': 'gzip' } })
    expect(reply.headers()['content-encoding'], file).toBe('gzip')
  }
})
