import type { APIRequestContext, Page } from '@playwright/test'
import { cast, makePerson, tokenOf } from '../support/cast.ts'
import { expectNoAxeViolations } from '../support/looks.ts'
import { expect, storeToken, test } from '../support/test.ts'

type Api = { request: APIRequestContext; url: string; token: string }

async function post({ request, url, token }: Api, path: string, data: object) {
  const reply = await request.post(`${url}/api${path}`, { headers: { 'x-auth-token': token }, data })
  expect(reply.status(), await reply.text()).toBe(201)
  return reply.json()
}

async function idOf({ request, url, token }: Api, email: string): Promise<number> {
  const reply = await request.get(`${url}/api/users`, { headers: { 'x-auth-token': token } })
  return (await reply.json()).find((user: { email: string }) => user.email === email).id
}

const titles = (page: Page) => page.getByRole('table', { name: 'Tasks' }).locator('tbody td:first-child')

/** How far the link with this name moves in the second after it appears. */
async function distanceLinkMoves(name: string) {
  const find = () => [...document.querySelectorAll('a')].find(link => link.textContent === name)
  const top = () => find()?.getBoundingClientRect().top ?? Number.NaN
  await new Promise<void>(resolve => {
    const observer = new MutationObserver(() => {
      if (!find()) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  const before = top()
  await new Promise(resolve => setTimeout(resolve, 1000))
  return top() - before
}

// looks.spec.ts tests the looks of the screens without an error.

test('a task is created by a manager and worked on and completed by its assignee', async ({
  page,
  app,
  browser,
  request,
  signInAs,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const api = { request, url: app.url, token: await signInAs(page, cast.max) }
  const { id: projectId } = await post(api, '/projects', { name: 'Journey to completion' })

  // Max assigns a task, starting from its project.
  await page.goto(`/tasks/new?projectId=${projectId}`)
  await expect(page.getByLabel('Project')).toBeDisabled()
  await page.getByRole('button', { name: 'Create Task' }).click()
  await expect(page.getByText('Title is required')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByLabel('Title').fill('Draw the map')
  await page.getByLabel('Description').fill('With rivers.\nAnd bridges.')
  await page.getByLabel('Assign To').selectOption('Dina Developer')
  await page.getByLabel('Expected Hours').fill('7.5')
  await page.getByRole('button', { name: 'Create Task' }).click()
  await expect(page).toHaveURL(`${app.url}/tasks`)
  await expect(page.getByText('Task "Draw the map" has been created.')).toBeVisible()
  await page.getByRole('link', { name: 'View Draw the map' }).click()
  await expect(page.getByText('EXPECTED HOURS')).toBeVisible()
  const task = page.url()

  // Dina finds it on her dashboard and starts it with one click.
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 375, height: 812 } })
  const dinas = await context.newPage()
  const seen: string[] = []
  dinas.on('response', response => {
    if (response.url().includes('/api/tasks')) void response.text().then(text => seen.push(text))
  })
  const dinasToken = await tokenOf(request, app.url, cast.dina)
  await storeToken(dinas, app.url, dinasToken)
  await dinas.goto('/dashboard')
  const card = dinas.getByRole('region', { name: 'Open Tasks' })
  await card.getByRole('button', { name: 'Start Draw the map' }).click()
  await expect(card.getByRole('button', { name: 'Pause Draw the map' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('In Progress').first()).toBeVisible()

  // She reports more hours than were expected.
  const task_id = Number(task.split('/').at(-1))
  for (const [date, hours] of [
    ['2024-05-06', '6.30'],
    ['2024-05-07', '1.34'],
  ]) {
    const row = { description: `Drew on ${date}`, hours, project_id: projectId, task_id }
    const body = { date, tasks: 'The map', task_details: [row] }
    await post({ ...api, token: dinasToken }, '/reports', body)
  }
  await page.reload()
  await expect(page.getByText('8h 4m of 7h 30m over by 34m')).toBeVisible()
  const log = page.getByRole('region', { name: 'Logged Time' })
  await expect(log.getByRole('row').nth(1)).toContainText('Dina Developer')
  await expectNoAxeViolations(page)
  await log
    .getByRole('link', { name: /^View the report of Dina Developer/ })
    .first()
    .click()
  await expect(page.getByText('Drew on 2024-05-07')).toBeVisible()
  await page.goBack()

  // She completes it, which requires the hours.
  await dinas.reload()
  await card.getByRole('link', { name: 'Complete Draw the map' }).click()
  await expect(dinas).toHaveURL(task)
  await dinas.getByRole('combobox', { name: 'Status' }).selectOption('Completed')
  await dinas.getByRole('button', { name: 'Update Status' }).click()
  await expect(dinas.getByText('Please enter the actual hours spent on this task.')).toBeVisible()
  await expectNoAxeViolations(dinas)
  await expect(dinas.getByRole('region', { name: 'Your Logged Time' })).toContainText('Drew on 2024-05-06')
  await dinas.getByRole('button', { name: 'Use 8h 4m logged (rounded to 8.1)' }).click()
  await expect(dinas.getByLabel('Actual Hours')).toHaveValue('8.1')
  await dinas.getByLabel('Completion Note').fill('The bridges took longer.')
  await dinas.getByRole('button', { name: 'Update Status' }).click()
  await expect(dinas.getByText('Status updated.')).toBeVisible()
  await expect(dinas.getByRole('button', { name: 'Update Status' })).toBeHidden()
  await expect(dinas.getByText('The bridges took longer.')).toBeVisible()
  await expect(dinas.getByText('COMPLETED', { exact: true })).toBeVisible()
  await expect(dinas.getByText('EXPECTED HOURS')).toBeHidden()
  expect(seen.join()).not.toContain('expected')
  await context.close()

  // Max reads it, reopens it, and finally deletes it.
  await page.reload()
  await expect(page.getByText('The bridges took longer.')).toBeVisible()
  await page.getByRole('link', { name: 'Edit Task' }).click()
  await expect(page.getByRole('heading', { name: 'Edit Task: Draw the map' })).toBeVisible()
  await expect(page.getByLabel('Actual Hours')).toHaveValue('8.1')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('In Progress')
  await expect(page.getByLabel('Actual Hours')).toBeHidden()
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(page).toHaveURL(task)
  await expect(page.getByText('The bridges took longer.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Delete Task' }).click()
  await expect(page.getByText('Are you sure you want to delete this task?')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete Task' }).click()
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(page).toHaveURL(`${app.url}/tasks`)
  await expect(page.getByText('Task "Draw the map" has been deleted.')).toBeVisible()
})

test("a task completed on the dashboard is added to today's report, before and after submitting it", async ({
  page,
  app,
  request,
  signInAs,
}) => {
  const person = await makePerson(request, app.url, 'developer')
  const api = { request, url: app.url, token: await tokenOf(request, app.url, cast.max) }
  const project = await post(api, '/projects', { name: 'Bridges', developers: [person.id] })
  const given = { project_id: project.id, assigned_to: person.id, expected_hours: 2 }
  await post(api, '/tasks', { ...given, title: 'Paint the bridge' })
  const { data: second } = await post(api, '/tasks', { ...given, title: 'Sweep the bridge' })
  await signInAs(page, person)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Start Paint the bridge' }).click()
  await page.getByRole('link', { name: 'Complete Paint the bridge' }).click()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Completed')
  await page.getByLabel('Actual Hours').fill('2')
  // The window is lower than the page, which scrolls up to the notice.
  await page.setViewportSize({ width: 1280, height: 480 })
  const moved = page.evaluate(distanceLinkMoves, "Add to today's report")
  await page.getByRole('button', { name: 'Update Status' }).click()
  // The link must not move after it appears, because a click would miss it.
  expect(await moved).toBe(0)
  // Nor between the press and the release of the button, for which a finger takes a moment.
  await page.getByRole('link', { name: "Add to today's report" }).click({ delay: 300 })
  const rows = page.getByRole('group', { name: /^Task \d/ })
  await expect(rows.nth(0).getByLabel('Description')).toHaveValue('Paint the bridge')
  await expect(rows.nth(0).getByLabel('Hours', { exact: true })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Unlink task: Paint the bridge' })).toBeVisible()
  await page.keyboard.type('2')
  await page.getByLabel('Summary of tasks').fill('The bridge')
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await expect(page).toHaveURL(`${app.url}/reports`)

  // The next task is added to the submitted report.
  await page.goto(`/reports/new?task=${second.id}`)
  await expect(page).toHaveURL(/\/reports\/edit\/\d+$/)
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1).getByLabel('Description')).toHaveValue('Sweep the bridge')
  await expect(rows.nth(1).getByLabel('Hours', { exact: true })).toBeFocused()
  await page.keyboard.type('0:30')
  await rows.nth(1).getByLabel('Description').fill('Swept it twice')
  await page.getByRole('button', { name: 'Update Report' }).click()
  await expect(page).toHaveURL(/\/reports\/\d+$/)

  // The report links to both tasks.
  const table = page.getByRole('table', { name: 'Tasks' })
  await expect(table.getByRole('link')).toHaveText(['Open task', 'Sweep the bridge'])
  await expectNoAxeViolations(page)
  await table.getByRole('link', { name: 'Sweep the bridge' }).click()
  await expect(page).toHaveURL(`${app.url}/tasks/${second.id}`)
})

test('Back goes through tabs, pages and searches', async ({ page, app, request, signInAs }) => {
  const api = { request, url: app.url, token: await signInAs(page, cast.ada) }
  const { id: project_id } = await post(api, '/projects', { name: 'Many tasks' })
  const assigned_to = await idOf(api, cast.omar.email)
  for (let number = 1; number <= 12; number++) {
    await post(api, '/tasks', { title: `Listed ${number}`, project_id, assigned_to, expected_hours: 1 })
  }
  await page.goto('/tasks')
  await expect(titles(page).first()).toHaveText('Listed 12')
  await page.getByRole('tab', { name: 'Pending' }).click()
  await expect(page).toHaveURL(`${app.url}/tasks?status=pending`)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(`${app.url}/tasks?status=pending&page=2`)
  await expect(titles(page).filter({ hasText: 'Listed 1' }).first()).toBeVisible()

  await page.getByRole('searchbox').fill('listed 12')
  await expect(page.getByText('Try adjusting your search criteria.')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Search all tasks for “listed 12”' }).click()
  await expect(titles(page)).toHaveText(['Listed 12'])
  await page.goBack()
  await expect(page).toHaveURL(`${app.url}/tasks?status=pending&page=2`)
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(`${app.url}/tasks`)
  await expect(page.getByRole('tab', { name: 'All Tasks' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('searchbox').fill('')
  await expect(titles(page).first()).toHaveText('Listed 12')
})
