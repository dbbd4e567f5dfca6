import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../../scripts/child.mjs'
import { filesOf, loginPage, readManifest } from '../../scripts/weight.ts'
import { cast, makePerson, tokenOf } from '../support/cast.ts'
import { makeProject } from '../support/projects.ts'
import { expect, test } from '../support/test.ts'

// `npm run check` weighs the pages by the build's own list. Here that list is held against what a browser loads.

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
/** What comes once the page has loaded or is idle, and not before. */
const later = (source: string, needed: string[]) => listed(source).filter(file => !needed.includes(file))
const worker = 'src/pwa/start.ts'
/** On every screen of a signed-in user, once it is there. */
const bell = 'src/features/notifications/bell.tsx'
const waiting = 'src/features/reports/waiting/waiting.ts'

test('the login page loads the script and style that it is weighed by', async ({ page }) => {
  const needed = listed(loginPage)
  const after = later(worker, needed)
  const loaded = await loadedBy(page, '/login')
  expect(loaded.filter(file => !after.includes(file))).toEqual(needed)
})

test('so does a page behind it, besides the parts that are loaded once it is idle', async ({
  page,
  app,
  request,
  signInAs,
}) => {
  // Without notifications, which would bring a part of their own: other tests write to the cast.
  await signInAs(page, await makePerson(request, app.url, 'developer'))
  const needed = listed('src/pages/dashboard-page.tsx')
  const ahead = ['src/pages/project-panels.tsx', waiting, bell, worker].flatMap(part => later(part, needed))
  const loaded = await loadedBy(page, '/dashboard')
  expect(loaded.filter(file => !ahead.includes(file))).toEqual(needed)
})

test('so does the form of a report, which is in a file of its own', async ({
  page,
  app,
  request,
  signInAs,
}) => {
  // Without a history, tasks and blockers, which would bring parts of their own.
  const person = await makePerson(request, app.url, 'developer')
  const admin = await tokenOf(request, app.url, cast.ada)
  await makeProject(request, app.url, admin, { name: 'Weighed', developers: [person.id] })
  await signInAs(page, person)
  const needed = listed('src/pages/new-report-page.tsx')
  const ahead = ['src/lib/translate-hours.ts', waiting, bell, worker].flatMap(part => later(part, needed))
  const loaded = await loadedBy(page, '/reports/new')
  await expect(page.getByRole('button', { name: 'Submit Report' })).toBeVisible()
  expect(loaded.filter(file => !ahead.includes(file))).toEqual(needed)
})

test('a client that accepts only gzip gets it', async ({ request, app }) => {
  for (const file of listed(loginPage)) {
    const reply = await request.fetch(`${app.url}/${file}`, { headers: { 'accept-encoding': 'gzip' } })
    expect(reply.headers()['content-encoding'], file).toBe('gzip')
  }
})
