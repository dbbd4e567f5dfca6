import type { Page } from '@playwright/test'
import { callsOf, holdAnswers, patternsOf, watchCalls } from '../support/calls.ts'
import type { Team } from '../support/filled-team.ts'
import { isGiven } from '../support/given-server.ts'
import { settled } from '../support/looks.ts'
import { enter, routedNames, type ScreenName, screenNames, screenOf } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

// What is asked for ahead. What each screen asks for, and that it asks for all of it at once: see looks.spec.ts, and on
// other data than the tests' own e2e/support/given-server.ts.

test('every route of the router has its row in the table of screens', () => {
  // The set-up screen is only there while there is no account.
  const routed = routedNames().filter(name => name !== 'setup')
  expect(routed.sort()).toEqual([...screenNames].sort())
})

async function visit(page: Page, team: Team, name: ScreenName) {
  const { as, path } = screenOf(name)
  if (as[0]) await enter(page, team.tokenOf(as[0]))
  return team.url + path(team.places)
}

// On the tests' own data this is seen with the same load as the looks (looks.spec.ts).
if (isGiven)
  for (const name of screenNames)
    test(`the screen ${name} asks for all it needs in one round`, async ({ page, team }) => {
      const url = await visit(page, team, name)
      const { calls } = await watchCalls(page)
      const release = await holdAnswers(page)
      await page.goto(url)
      await expect.poll(() => patternsOf(calls, name), { timeout: 30_000 }).toEqual(callsOf(name))
      await release()
      await settled(page)
      expect(patternsOf(calls, name)).toEqual(callsOf(name))

      // On data of another size, how long the content takes is what counts.
      await page.reload()
      await settled(page)
      const ms = await page.evaluate(() => Math.round(performance.now()))
      console.log(`${name.padEnd(15)} ${String(calls.length).padStart(2)} calls, content after ${ms} ms`)
    })

const ways: { from: ScreenName; open: RegExp; to: RegExp }[] = [
  { from: 'allReports', open: /^View report /, to: /\/admin\/reports\/\d+/ },
  { from: 'myReports', open: /^View report /, to: /\/reports\/\d+$/ },
  { from: 'tasks', open: /^View /, to: /\/tasks\/\d+$/ },
]

for (const { from, open, to } of ways) {
  test(`pointing at a row of ${from} asks for it, opening it waits for nothing, and Back is there at once`, async ({
    page,
    team,
  }) => {
    await page.goto(await visit(page, team, from))
    await settled(page)
    const link = page.getByRole('link', { name: open }).first()
    const href = (await link.getAttribute('href')) ?? ''
    const id = /\d+(?=$|\?)/.exec(href)?.[0]
    const ahead = page.waitForResponse(response =>
      new RegExp(`/api/(reports|tasks)/${id}(\\?|$)`).test(response.url()),
    )
    await link.focus()
    await (await ahead).finished()
    const row = await page.getByRole('row').nth(1).innerText()

    // From here on the server says nothing more.
    await page.route('**/api/**', () => {})
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(to)
    await settled(page)
    await page.goBack()
    await settled(page)
    await expect(page.getByRole('row').nth(1)).toHaveText(row, { useInnerText: true })
  })
}

test('pointing at a page’s number asks for that page', async ({ page, team }) => {
  await page.goto(await visit(page, team, 'myReports'))
  await settled(page)
  const ahead = page.waitForResponse(response => response.url().includes('/api/reports/me?page=2'))
  await page.getByRole('button', { name: 'Page 2' }).hover()
  await (await ahead).finished()
  await page.route('**/api/**', () => {})
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
})
