import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { addDays } from '#shared/dates.ts'
import { apiAs, today } from '../support/api.ts'
import { cast, makePerson, tokenOf } from '../support/cast.ts'
import { makeProject } from '../support/projects.ts'
import { expect, storeToken, test } from '../support/test.ts'

const folder = mkdtempSync(join(tmpdir(), 'daily-report-missed-'))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Makes the account of a user a month old, with every day a working day. */
function makeOld(userId: number) {
  const database = new DatabaseSync(join(folder, 'daily-report.db'))
  const schedule = JSON.stringify([{ from: '', days: [1, 2, 3, 4, 5, 6, 7] }])
  database
    .prepare('update users set created_at = ?, working_days = ? where id = ?')
    .run(`${addDays(today(), -30)}T08:00:00.000Z`, schedule, userId)
  database.close()
}

test('on the dashboard a missed day is reported and another is marked as a day off', async ({
  page,
  app,
  request,
}) => {
  const { url } = await app.startFresh({ admin: cast.ada, env: { DATA_DIR: folder } })
  const nora = await makePerson(request, url, 'developer', 'Nora Missed')
  const website = await makeProject(request, url, await tokenOf(request, url, cast.ada), {
    name: 'Website',
    developers: [nora.id],
  })
  makeOld(nora.id)
  await storeToken(page, url, await tokenOf(request, url, nora))
  await page.goto(`${url}/dashboard`)
  const missed = page.getByRole('region', { name: 'Missed days' })
  const lines = missed.getByRole('listitem')
  await expect(lines).toHaveCount(2)
  await expect(lines.first()).toContainText(/No report for \w+day \d+ \w+/)

  await lines
    .first()
    .getByRole('link', { name: /^Write it now/ })
    .click()
  const yesterday = addDays(today(), -1)
  await expect(page).toHaveURL(`${url}/reports/new?date=${yesterday}`)
  await page.getByLabel('Summary of tasks').fill('What I forgot')
  await page.getByLabel('Project').selectOption(website.name)
  await page.getByLabel('Description').fill('Start page')
  await page.getByLabel(/^Hours/).fill('2')
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await expect(page).toHaveURL(`${url}/reports`)
  const { reports } = await (await apiAs(request, url, nora)).get('/reports/me')
  expect(reports.map(({ date }: { date: string }) => date)).toEqual([yesterday])

  await page.goto(`${url}/reports/new?date=${yesterday}`)
  await expect(page).toHaveURL(`${url}/reports/new`)

  await page.goto(`${url}/dashboard`)
  await expect(lines).toHaveCount(1)
  await lines
    .first()
    .getByRole('button', { name: /^I was off/ })
    .click()
  await expect(missed.getByText(/is now time off\./)).toBeVisible()
  await expect(lines).toHaveCount(0)
  await missed.getByRole('button', { name: 'Vacation' }).click()
  await expect(missed.getByRole('button', { name: 'Vacation' })).toHaveAttribute('aria-pressed', 'true')
  const { data } = await (await apiAs(request, url, nora)).get('/absences')
  expect(data.map(({ kind }: { kind: string }) => kind)).toEqual(['vacation'])
  await missed.getByRole('button', { name: 'Undo' }).click()
  await expect(lines).toHaveCount(1)
})

test.describe('in another time zone than the account', () => {
  test.use({ timezoneId: 'Pacific/Auckland' })

  test("the dashboard offers the browser's time zone once", async ({ page, app, request }) => {
    const nora = await makePerson(request, app.url, 'developer', 'Nora Elsewhere')
    await storeToken(page, app.url, await tokenOf(request, app.url, nora))
    await page.goto('/dashboard')
    const offer = page.getByText('Your browser is in Pacific/Auckland. Use it for your account?')
    await expect(offer).toBeVisible()
    await page.getByRole('button', { name: 'Yes, use Pacific/Auckland' }).click()
    await expect(page.getByText('Your account now uses Pacific/Auckland.')).toBeVisible()
    const account = await (await apiAs(request, app.url, nora)).get('/account')
    expect(account.effective.time_zone).toBe('Pacific/Auckland')
    await page.reload()
    await expect(page.getByRole('region', { name: "Today's Status" })).toContainText('Not submitted')
    await expect(offer).toHaveCount(0)
  })
})
