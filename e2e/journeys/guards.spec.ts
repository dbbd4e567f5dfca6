import type { Page } from '@playwright/test'
import { cast } from '../support/cast.ts'
import { destination, routes, type Visitor } from '../support/routes.ts'
import { expect, test } from '../support/test.ts'

/** Opens every path of the route table and collects where that ends. */
async function walk(page: Page, url: string, visitor: Visitor) {
  const ends: Record<string, string> = {}
  const expected: Record<string, string> = {}
  for (const group of Object.keys(routes) as (keyof typeof routes)[]) {
    for (const path of routes[group]) {
      await page.goto(path)
      // The spinner has no heading: once there is one, the guards have decided.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      ends[path] = page.url().slice(url.length)
      expected[path] = destination(visitor, group, path)
    }
  }
  return { ends, expected }
}

// Some thirty addresses each.
test.slow()

test('a guest sees the public screens and is sent to /login from all others', async ({ page, app }) => {
  const { ends, expected } = await walk(page, app.url, 'guest')
  expect(ends).toEqual(expected)
})

const people = [cast.ada, cast.max, cast.dina, cast.desi, cast.mark]
for (const person of people) {
  test(`${person.name} is let in where they belong, and sent home from elsewhere`, async ({
    page,
    app,
    signInAs,
    consoleWatch,
  }) => {
    // The ids in the addresses stand for nothing, and the screens may say so.
    consoleWatch.allow(/status of 404/, /Not found|not found/)
    await signInAs(page, person)
    const { ends, expected } = await walk(page, app.url, person.role)
    expect(ends).toEqual(expected)
  })
}
