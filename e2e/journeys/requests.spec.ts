import type { Page } from '@playwright/test'
import { callsOf, holdAnswers, patternsOf, watchCalls } from '../support/calls.ts'
import type { Team } from '../support/filled-team.ts'
import { isGiven } from '../support/given-server.ts'
import { waitForContent } from '../support/looks.ts'
import { enter, routedNames, type ScreenName, screenNames, screenOf } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

// Tests prefetching. looks.spec.ts tests that each screen makes all of its calls in one round, and
// e2e/support/given-server.ts describes how to test that on other data.

test('every route of the router is in the table of screens', () => {
  // The set-up screen exists only while there is no account.
  const routed = routedNames().filter(name => name !== 'setup')
  expect(routed.sort()).toEqual([...screenNames].sort())
})

async function visit(page: Page, team: Team, name: ScreenName) {
  const { as, path } = screenOf(name)
  if (as[0]) await enter(page, team.tokenOf(as[0]))
  return team.url + path(team.places)
}

// looks.spec.ts tests this on the tests' own data.
if (isGiven)
  for (const name of screenNames)
    test(`the screen ${name} makes all of its calls in one round`, async ({ page, team }) => {
      const url = await visit(page, team, name)
      const { calls } = await watchCalls(page)
      const release = await holdAnswers(page)
      await page.goto(url)
      await expect.poll(() => patternsOf(calls, name), { timeout: 30_000 }).toEqual(callsOf(name))
      await release()
      await waitForContent(page)
      expect(patternsOf(calls, name)).toEqual(callsOf(name))

      // On other data, the time until the content appears is of interest.
      await page.reload()
      await waitForContent(page)
      const ms = await page.evaluate(() => Math.round(performance.now()))
      console.log(`${name.padEnd(15)} ${String(calls.length).padStart(2)} calls, content after ${ms} ms`)
    })

const ways: { from: ScreenName; open: RegExp; to: RegExp }[] = [
  { from: 'allReports', open: /^View report /, to: /\/admin\/reports\/\d+/ },
  { from: 'myReports', open: /^View report /, to: /\/reports\/\d+$/ },
  { from: 'tasks', open: /^View /, to: /\/tasks\/\d+$/ },
]

for (const { from, open, to } of ways) {
  test(`hovering a row of ${from} prefetches it, so it opens at once, and so does Back`, async ({
    page,
    team,
  }) => {
    await page.goto(await visit(page, team, from))
    await waitForContent(page)
    const link = page.getByRole('link', { name: open }).first()
    const href = (await link.getAttribute('href')) ?? ''
    const id = /\d+(?=$|\?)/.exec(href)?.[0]
    const ahead = page.waitForResponse(response =>
      new RegExp(`/api/(reports|tasks)/${id}(\\?|$)`).test(response.url()),
    )
    await link.focus()
    await (await ahead).finished()
    const row = await page.getByRole('row').nth(1).innerText()

    // From here on no call gets a response.
    await page.route('**/api/**', () => {})
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(to)
    await waitForContent(page)
    await page.goBack()
    await waitForContent(page)
    await expect(page.getByRole('row').nth(1)).toHaveText(row, { useInnerText: true })
  })
}

test('hovering a page number prefetches that page', async ({ page, team }) => {
  await page.goto(await visit(page, team, 'myReports'))
  await waitForContent(page)
  const ahead = page.waitForResponse(response => response.url().includes('/api/reports/me?page=2'))
  await page.getByRole('button', { name: 'Page 2' }).hover()
  await (await ahead).finished()
  await page.route('**/api/**', () => {})
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
})
