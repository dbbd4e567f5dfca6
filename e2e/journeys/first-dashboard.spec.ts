import type { Page } from '@playwright/test'
import { callsOf, watchCalls } from '../support/calls.ts'
import { waitForContent } from '../support/looks.ts'
import { enter, type ScreenName, screenOf } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

// Counts the requests of a first visit with an empty cache until the dashboard is complete. Two kinds don't count: the
// service worker's downloads for starting offline, which come later (it is blocked here), and calls at low priority, for
// which nothing on the screen waits (the number beside the bell).

const mostFiles = 15
/** The most calls. A week that spans two months takes one more. */
const mostCalls = (name: ScreenName) => 9 + Math.max(1, callsOf(name).filter(isMonth).length)
const isMonth = (pattern: string) => pattern.includes('calendar')

/** Collects every script, style, font, page and image that the page loads, each once. */
function watchFiles(page: Page) {
  const files = new Set<string>()
  page.on('request', request => {
    const { pathname, origin } = new URL(request.url())
    if (!pathname.startsWith('/api/')) files.add(origin + pathname)
  })
  return files
}

/** Files that Playwright doesn't report: the browser itself loads the icon and the manifest. */
const unreported = 2

const dashboards: ScreenName[] = ['dashboard', 'adminDashboard']

for (const name of dashboards) {
  const [person] = screenOf(name).as

  test(`a signed-in user's first visit to ${name} takes few files and calls`, async ({ page, team }) => {
    if (!person) throw new Error(`${name} is for users.`)
    await enter(page, team.tokenOf(person))
    const files = watchFiles(page)
    const { calls } = await watchCalls(page)
    await page.goto(team.url + screenOf(name).path(team.places))
    await waitForContent(page)
    expect(files.size + unreported, [...files].join('\n')).toBeLessThanOrEqual(mostFiles)
    expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(mostCalls(name))
    expect(calls).toHaveLength(callsOf(name).length)
  })

  test(`${name} after the login page takes few files and calls, including those of the login page`, async ({
    page,
    team,
  }) => {
    if (!person) throw new Error(`${name} is for users.`)
    const files = watchFiles(page)
    const { calls } = await watchCalls(page)
    await page.goto(`${team.url}/login`)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    // Not a click, after which the pointer would be over a link of the dashboard and prefetch its page.
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await page.waitForURL(/dashboard/)
    await waitForContent(page)
    expect(files.size + unreported, [...files].join('\n')).toBeLessThanOrEqual(mostFiles)
    expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(mostCalls(name))
  })
}
