import type { APIRequestContext } from '@playwright/test'
import { messages } from '#shared/messages.ts'
import { apiAs, today } from '../support/api.ts'
import { type Account, cast, makePerson, signIn, tokenOf } from '../support/cast.ts'
import { tabTo } from '../support/keyboard.ts'
import { expectNoAxeViolations } from '../support/looks.ts'
import { offlineMessages } from '../support/offline.ts'
import { makeProject } from '../support/projects.ts'
import { expect, storeToken, test } from '../support/test.ts'

async function addProject(
  request: APIRequestContext,
  url: string,
  name: string,
  ...people: { id: number }[]
) {
  const developers = people.map(({ id }) => id)
  return makeProject(request, url, await tokenOf(request, url, cast.ada), { name, developers })
}

test('a user signs in, submits, reads, edits and replies by keyboard alone', async ({
  page,
  request,
  app,
}) => {
  // This test has many steps and may take longer than others.
  test.slow()
  const manager = await apiAs(request, app.url, cast.max)
  const dina = await makePerson(request, app.url, 'developer')
  for (const name of ['Mobile app', 'Website']) await addProject(request, app.url, name, dina)

  const press = (key: string) => page.keyboard.press(key)
  const type = (text: string) => page.keyboard.type(text)
  const task = (number: number) => page.getByRole('group', { name: `Task ${number}` })

  await page.goto(`${app.url}/login`)
  await tabTo(page, page.getByLabel('Email'))
  await type(dina.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await type(dina.password)
  await press('Enter')
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  await expect(page.getByText('not submitted', { exact: false })).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Submit Now' }))
  await press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Submit Daily Report' })).toBeVisible()
  await tabTo(page, page.getByLabel('Summary of tasks'))
  await type('Worked on the website')
  await tabTo(page, task(1).getByLabel('Project'))
  await type('Web')
  await tabTo(page, task(1).getByLabel('Description'))
  await type('New start page')
  await tabTo(page, task(1).getByLabel(/Hours/))
  await type('1.5')
  await expect(task(1).getByText('1 h 50 min')).toBeVisible()
  for (const [number, hours] of [
    [2, '0.75'],
    [3, '2'],
  ] as const) {
    await tabTo(page, page.getByRole('button', { name: 'Add task' }))
    await press('Enter')
    // The new row takes the project of the row before, so the focus is in the description.
    await expect(task(number).getByLabel('Description')).toBeFocused()
    await type(`Task number ${number}`)
    await tabTo(page, task(number).getByLabel(/Hours/))
    await type(hours)
  }
  await tabTo(page, page.getByLabel(/Blockers/))
  await expect(task(2).getByLabel(/Hours/)).toHaveValue('1.15')
  await type('Waiting for texts')
  await expect(page.getByText('5.05 (5 h 5 min)')).toBeVisible()
  await expectNoAxeViolations(page)
  await tabTo(page, page.getByRole('button', { name: 'Submit Report' }))
  await press('Enter')
  await expect(page.getByText(messages.reports.submitted)).toBeVisible()

  await expect(page).toHaveURL(`${app.url}/reports`)
  await expect(page.getByRole('row').filter({ hasText: 'Worked on the website' })).toContainText('5h 5m')
  await tabTo(page, page.getByRole('link', { name: /^View report / }))
  await press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Report Details' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'New start page' })).toContainText('1h 50m')
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const shown = new URL(page.url()).pathname
  await manager.post(`/reports/${id}/comments`, { comment: 'Which texts do you wait for?' })
  await tabTo(page, page.getByRole('link', { name: 'Edit Report' }))
  await press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Edit Daily Report' })).toBeVisible()
  await expect(page.getByLabel('Date')).toBeDisabled()
  await tabTo(page, page.getByRole('button', { name: 'Remove task 3' }))
  await press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Update Report' }))
  await press('Enter')
  await expect(page.getByText(messages.reports.updated)).toBeVisible()
  await expect(page).toHaveURL(app.url + shown)
  await expect(page.getByText('edited', { exact: true })).toBeVisible()
  await expect(page.getByText('3h 5m').first()).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: /Reply/ }))
  await press('Enter')
  await expect(page.getByRole('textbox')).toBeFocused()
  await type('Those of the footer')
  await expectNoAxeViolations(page)
  await press('Control+Enter')
  await expect(page.getByText('Those of the footer')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)

  await tabTo(page, page.getByRole('link', { name: 'Dashboard', exact: true }))
  await press('Enter')
  await expect(page.getByRole('link', { name: 'View', exact: false }).first()).toHaveAttribute('href', shown)
})

test('a draft survives a reload, an expired session and a failed request, for its author only', async ({
  page,
  request,
  app,
  consoleWatch,
}) => {
  const dina = await makePerson(request, app.url, 'developer')
  const omar = await makePerson(request, app.url, 'developer')
  const project = await addProject(request, app.url, 'Website', dina, omar)
  const open = async (account: Account) => {
    // This test ends sessions, so it signs in anew each time.
    const token = await signIn(request, app.url, account)
    await storeToken(page, app.url, token)
    await page.goto(`${app.url}/reports/new`)
    return token
  }
  const summary = page.getByLabel('Summary of tasks')
  const fillRow = async () => {
    await page.getByLabel('Project').selectOption(project.name)
    await page.getByLabel('Description').fill('Something')
    await page.getByLabel(/Hours/).fill('1')
  }

  const token = await open(dina)
  await summary.fill('Not lost')
  await fillRow()
  await page.getByLabel(/Blockers/).focus()
  await page.reload()
  await expect(summary).toHaveValue('Not lost')

  await request.post(`${app.url}/api/auth/logout`, { headers: { 'x-auth-token': token } })
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await expect(page.getByRole('alert')).toHaveText(messages.reports.sessionExpired)
  await expect(page).toHaveURL(`${app.url}/login`)
  await expect(page.evaluate(() => localStorage.getItem('token'))).resolves.toBeNull()

  await open(omar)
  await expect(page.getByRole('button', { name: 'Submit Report' })).toBeVisible()
  await expect(summary).toHaveValue('')

  await open(dina)
  await expect(summary).toHaveValue('Not lost')
  // This comes after the ended session, because a failed call reloads every list, and the first 401 would leave the page.
  consoleWatch.allow(...offlineMessages, /Failed to fetch/)
  // The browser is online here. The report waits on the device while the form stays open.
  let isAway = true
  await page.route('**/api/reports', route => (isAway ? route.abort('connectionrefused') : route.continue()))
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await expect(page.getByRole('alert')).toHaveText(messages.general.noResponse)
  await expect(page.getByRole('button', { name: 'Submit Report' })).toBeEnabled()
  await expect(summary).toHaveValue('Not lost')
  await expect(page.getByText(messages.offline.saved)).toBeVisible()
  // The user may try again, and a double click sends the report once.
  isAway = false
  await page.getByRole('button', { name: 'Submit Report' }).dblclick()
  await expect(page).toHaveURL(`${app.url}/reports`)
  const { total } = await (await apiAs(request, app.url, dina)).get('/reports/me')
  expect(total).toBe(1)
  await page.goto(`${app.url}/reports/new`)
  await expect(page.getByText(messages.reports.alreadySubmittedToday)).toBeVisible()
  await expect(summary).toHaveValue('')
})

test('a report can be edited on its day and the two days after, by the viewer’s calendar', async ({
  page,
  request,
  app,
}) => {
  const dina = await makePerson(request, app.url, 'developer')
  const project = await addProject(request, app.url, 'Website', dina)
  const { report } = await (await apiAs(request, app.url, dina)).post('/reports', {
    date: today(),
    tasks: 'Today',
    task_details: [{ description: 'Work', hours: 1, project_id: project.id }],
  })
  await storeToken(page, app.url, await tokenOf(request, app.url, dina))
  await page.goto(`${app.url}/reports/${report.id}`)
  await expect(page.getByRole('link', { name: 'Edit Report' })).toBeVisible()

  // Only the browser's clock moves three days, after loading, because the token would have expired by then.
  await page.clock.install()
  await page.goto(`${app.url}/reports/${report.id}`)
  await expect(page.getByRole('link', { name: 'Edit Report' })).toBeVisible()
  await page.clock.setSystemTime(Date.now() + 3 * 24 * 3600 * 1000)
  await page.getByRole('link', { name: 'Back to Reports' }).click()
  await page.getByRole('link', { name: /^View report / }).click()
  await expect(page.getByText('Today').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit Report' })).toHaveCount(0)
})
