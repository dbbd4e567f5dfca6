import type { Page } from '@playwright/test'
import { callsOf, watchCalls } from '../support/calls.ts'
import { settled } from '../support/looks.ts'
import { enter, type ScreenName, screenOf } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

// How often a first visit asks the server: with an empty cache, until the dashboard is complete. Counted is what the page
// itself asks for. Not counted is what the service worker downloads afterwards to start offline (it is switched off
// here), and calls at low priority, which nothing on the screen waits for (the number beside the bell).

const mostFiles = 15
/** A week that two months share takes one call more. */
const mostCalls = (name: ScreenName) => 9 + Math.max(1, callsOf(name).filter(isMonth).length)
const isMonth = (pattern: string) => pattern.includes('calendar')

/** Script, style, font, page, manifest and images, each once. */
function watchFiles(page: Page) {
  const files = new Set<string>()
  page.on('request', request => {
    const { pathname, origin } = new URL(request.url())
    if (!pathname.startsWith('/api/')) files.add(origin + pathname)
  })
  return files
}

/** The icon and the manifest: the browser asks for them by itself, and Playwright doesn't report it. */
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
    await settled(page)
    expect(files.size + unreported, [...files].join('\n')).toBeLessThanOrEqual(mostFiles)
    expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(mostCalls(name))
    expect(calls).toHaveLength(callsOf(name).length)
  })

  test(`so does ${name} after the login page, together with it`, async ({ page, team }) => {
    if (!person) throw new Error(`${name} is for users.`)
    const files = watchFiles(page)
    const { calls } = await watchCalls(page)
    await page.goto(`${team.url}/login`)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL(/dashboard/)
    await settled(page)
    expect(files.size + unreported, [...files].join('\n')).toBeLessThanOrEqual(mostFiles)
    expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(mostCalls(name))
  })
}
