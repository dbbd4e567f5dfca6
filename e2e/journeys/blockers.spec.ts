import { cast, makePerson, signIn } from '../support/cast.ts'
import { makeClock } from '../support/clock.ts'
import { makeProject } from '../support/projects.ts'
import { expect, storeToken, test } from '../support/test.ts'

test('a blocker is opened by a report, continued, and resolved three days later', async ({
  page,
  app,
  request,
  browser,
}) => {
  // With its own server, three days and two users this has four times the steps of other journeys.
  test.slow()
  const clock = makeClock('2027-03-08T12:00:30Z')
  const { url } = await app.startFresh({ admin: cast.ada, env: clock.env })
  const nora = await makePerson(request, url, 'developer', 'Nora Blocked')
  const website = await makeProject(request, url, await signIn(request, url, cast.ada), {
    name: 'Website',
    developers: [nora.id],
  })
  const manager = await browser.newPage({ timezoneId: 'Europe/Berlin' })

  /** Moves the server's clock, which ends both sign-ins, and signs both in again. */
  async function goTo(day: string) {
    const instant = `${day}T12:00:30Z`
    clock.moveTo(instant)
    for (const [screen, person] of [
      [page, nora],
      [manager, cast.ada],
    ] as const) {
      await screen.clock.setFixedTime(instant)
      await storeToken(screen, url, await signIn(request, url, person))
    }
  }

  async function report(blockers: string) {
    await page.getByLabel('Summary of tasks').fill('The start page')
    await page.getByLabel('Project').selectOption(website.name)
    await page.getByLabel('Description').fill('Start page')
    await page.getByLabel(/^Hours/).fill('2')
    await page.getByLabel('Blockers (optional)').fill(blockers)
    await page.getByRole('button', { name: 'Submit Report' }).click()
    await expect(page).toHaveURL(`${url}/reports`)
  }

  // On Monday the report opens a blocker.
  await goTo('2027-03-08')
  await page.goto(`${url}/reports/new`)
  await report('Waiting for the texts')
  await manager.goto(`${url}/admin/blockers`)
  const rows = manager.getByRole('list', { name: 'Blockers' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Today')

  // On Tuesday the form asks about the blocker, and a report with the same text continues it.
  await goTo('2027-03-09')
  await page.goto(`${url}/reports/new`)
  await expect(page.getByRole('region', { name: 'Still blocked?' })).toContainText('Waiting for the texts')
  await report('waiting for the texts')
  await manager.goto(`${url}/admin/blockers`)
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('1 day')
  // The owner must be saved before the clock moves, because that ends the sign-in.
  const saved = manager.waitForResponse(reply => reply.request().method() === 'PUT')
  await manager.getByRole('combobox', { name: 'Owner: Waiting for the texts' }).selectOption(nora.name)
  await saved

  // On Thursday the blocker is highlighted, and the manager resolves it by keyboard.
  await goTo('2027-03-11')
  await page.goto(`${url}/dashboard`)
  await expect(page.getByRole('region', { name: 'Open Blockers' })).toContainText('3 days')
  await manager.goto(`${url}/admin/blockers`)
  await expect(rows.first()).toContainText('3 days')
  await expect(rows.first()).toHaveClass(/blocker-stands-out/)
  await expect(manager.getByRole('combobox', { name: 'Owner: Waiting for the texts' })).toHaveValue(
    String(nora.id),
  )
  await manager.getByRole('button', { name: 'Resolve: Waiting for the texts' }).press('Enter')
  await expect(manager.getByLabel('Note', { exact: true })).toBeFocused()
  await manager.keyboard.type('They came by mail')
  await manager.keyboard.press('Enter')
  await expect(manager.getByText('No open blockers')).toBeVisible()
  await manager.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(1)

  // After the undo, the author resolves the blocker.
  await page.reload()
  await page.getByRole('button', { name: 'Resolved: Waiting for the texts' }).click()
  await expect(page.getByRole('button', { name: 'Undo resolving: Waiting for the texts' })).toBeVisible()
  await manager.goto(`${url}/admin/blockers?state=resolved`)
  await expect(rows.first()).toContainText(`Resolved by ${nora.name}`)
  await expect(rows.first()).toContainText('3 days')
  await manager.close()
  clock.remove()
})
