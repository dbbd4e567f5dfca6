import { test as base, expect, type Page } from '@playwright/test'
import { type ConsoleWatch, watchConsole } from '../support/console-watch.ts'
import { textFile } from '../support/sample-files.ts'
import { startSpecifiedServer, tokenOf } from '../support/specified-server.ts'

// Opens every specified screen and tries its main actions on a server whose responses have only the specified fields. A
// page may be newer than its server, during an upgrade or behind a cache.

type Old = Awaited<ReturnType<typeof startSpecifiedServer>>

const test = base.extend<{ old: Old; consoleWatch: ConsoleWatch }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here.
  old: async ({}, use) => {
    const old = await startSpecifiedServer()
    await use(old)
    await old.stop()
  },
  baseURL: ({ old }, use) => use(old.url),
  consoleWatch: [
    async ({ context }, use) => {
      const watch = watchConsole(context)
      // Browser and app log the calls that this server doesn't have.
      watch.allow(/status of 404/, /ApiError: Not found/)
      await use(watch)
      expect(watch.unexpected(), 'the console stays quiet').toEqual([])
    },
    { auto: true },
  ],
})

test.use({ viewport: { width: 1440, height: 900 } })

const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

/** Fails if the screen shows that something could not be loaded. */
async function expectNoLoadErrors(page: Page) {
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(/couldn't|Failed to|Try again|Something went wrong/)).toHaveCount(0)
}

async function logIn(page: Page, email: string) {
  await page.goto('/')
  await heading(page, 'Daily Report Management')
  await expect(page.getByText('Please contact an administrator if you need an account')).toBeVisible()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('wrong-one')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('secret-1')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

async function signInBy(page: Page, email: string) {
  await page.goto('/login')
  await page.evaluate(token => localStorage.setItem('token', token), tokenOf(email))
}

async function fillReport(page: Page) {
  await page.getByLabel('Summary of tasks').fill('Built the shop')
  const row = page.getByRole('group', { name: 'Task 1' })
  await row.getByLabel('Project').selectOption('Shop')
  await row.getByLabel('Description').fill('Shopping cart')
  await row.getByLabel(/Hours/).fill('7.30')
}

test('every specified screen of staff works', async ({ page, old, consoleWatch }) => {
  await logIn(page, 'dina@example.com')
  await expect(page).toHaveURL(`${old.url}/dashboard`)
  await expect(page.getByText('Signed in as: Dina Developer')).toBeVisible()
  await expect(page.getByText('not submitted', { exact: false })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Submit Now' })).toBeVisible()
  await expectNoLoadErrors(page)

  await page.goto('/reports')
  await expect(page.getByText('No reports yet')).toBeVisible()
  await page.goto('/reports/new')
  await heading(page, 'Submit Daily Report')
  await fillReport(page)
  const submit = page.getByRole('button', { name: 'Submit Report' })
  const refusals = [/status of (400|409)/, /ApiError: (You have already|The selected project)/]
  await consoleWatch.during(refusals, async () => {
    old.refuseNext('POST /reports', 409, 'You have already submitted a report for this date')
    await submit.click()
    await expect(
      page
        .getByText(
          'You have already submitted a report for today. Please edit your existing report if needed.',
        )
        .first(),
    ).toBeVisible()
    old.refuseNext('POST /reports', 400, 'The selected project does not exist')
    await submit.click()
    await expect(
      page.getByText('The selected project is no longer available. Please choose another project.').first(),
    ).toBeVisible()
  })
  await submit.click()
  await expect(page).toHaveURL(`${old.url}/reports`)
  await expect(page.getByRole('row').filter({ hasText: 'Built the shop' })).toContainText('7h 30m')
  await expectNoLoadErrors(page)

  await page.getByRole('link', { name: /^View report / }).click()
  await heading(page, 'Report Details')
  await expect(page.getByRole('row').filter({ hasText: 'Shopping cart' })).toContainText('7h 30m')
  await expectNoLoadErrors(page)
  await page.getByRole('link', { name: 'Edit Report' }).click()
  await heading(page, 'Edit Daily Report')
  await page.getByLabel('Summary of tasks').fill('Built the whole shop')
  await page.getByRole('button', { name: 'Update Report' }).click()
  await expect(page).toHaveURL(/\/reports\/\d+$/)
  await expect(page.getByText('edited', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Edit Report' }).click()
  const tooLate = 'Reports can only be edited on the same day they were created'
  await consoleWatch.during([/status of 403/, /ApiError: Reports can only/], async () => {
    old.refuseNext('PUT /reports/#', 403, tooLate)
    await page.getByRole('button', { name: 'Update Report' }).click()
    await expect(page.getByText(tooLate).first()).toBeVisible()
    await expect(page).toHaveURL(`${old.url}/reports`)
  })

  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'View', exact: false }).first()).toBeVisible()
  await expect(page.getByText('not submitted', { exact: false })).toHaveCount(0)
  await expectNoLoadErrors(page)

  await page.goto('/tasks')
  await page.getByRole('link', { name: 'View First task' }).click()
  await heading(page, 'First task')
  await expect(page.getByText('EXPECTED HOURS')).toHaveCount(0)
  await expect(page.getByText('LOGGED HOURS')).toHaveCount(0)
  await expectNoLoadErrors(page)
  await page.getByLabel('Status').selectOption('Completed')
  await page.getByLabel(/Actual Hours/).fill('2')
  await page.getByRole('button', { name: 'Update Status' }).click()
  await expect(page.getByText('ACTUAL HOURS')).toBeVisible()
  await page.goto('/tasks/new')
  await expect(page.getByText('Only admins can create or edit tasks.')).toBeVisible()

  await page.goto('/nowhere')
  await expect(page).toHaveURL(`${old.url}/dashboard`)
  // The dashboard makes this call too. It must be loaded before the response for the next page is set.
  await expectNoLoadErrors(page)
  old.refuseNext('GET /reports/me', 401, 'Token is not valid')
  await page.goto('/reports')
  await expect(page).toHaveURL(`${old.url}/login`)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('staff submit a report after the session has ended', async ({ page, old }) => {
  await signInBy(page, 'dina@example.com')
  await page.goto('/reports/new')
  await fillReport(page)
  old.refuseNext('POST /reports', 401, 'Token is not valid')
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await expect(page.getByText('Your session has expired. Please log in again.').first()).toBeVisible()
  await expect(page).toHaveURL(`${old.url}/login`)
})

test('dashboard, reports and projects of an admin work', async ({ page, old }) => {
  await logIn(page, 'ada@example.com')
  await expect(page).toHaveURL(`${old.url}/admin/dashboard`)
  await expect(page.getByRole('region', { name: 'Team Members' })).toContainText('4')
  await expect(page.getByRole('table', { name: 'Recent Reports' })).toContainText('Ben Builder')
  await expectNoLoadErrors(page)

  await page.goto('/admin/reports')
  await expect(page.getByRole('table', { name: 'All Reports' })).toContainText('6h 30m')
  const download = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Export/ })
    .first()
    .click()
  expect((await download).suggestedFilename()).toMatch(/^reports-.*\.csv$/)
  await page.getByLabel('User').selectOption('Ben Builder')
  await page.getByLabel('Project').selectOption('Website')
  await expect(page.getByRole('link', { name: 'View All Project Work' })).toBeVisible()
  await expectNoLoadErrors(page)

  await page.goto(`/admin/reports/${old.reportOf('Ben Builder')}`)
  await heading(page, /Ben Builder$/)
  await expect(page.getByText('No design tokens')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Review' })).toHaveCount(0)
  await page.getByLabel('Add a comment').fill('Well drawn')
  await page.getByRole('button', { name: 'Add Comment' }).click()
  await expect(page.getByText('Well drawn')).toBeVisible()
  await expectNoLoadErrors(page)

  await page.goto('/admin/projects')
  await page.getByRole('button', { name: 'Add New Project' }).click()
  await page.getByRole('dialog').getByLabel('Project Name').fill('Apollo')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Project created successfully!')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Apollo' }).click()
  await page.getByRole('dialog').getByLabel('Project Name').fill('Apollo 2')
  await page.getByRole('dialog').getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Project updated successfully!')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Apollo 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Project "Apollo 2" has been deleted.')).toBeVisible()

  await page.getByRole('button', { name: 'Resources for Website' }).click()
  const links = page.getByRole('listitem')
  await page.getByLabel('Upload files to Website').setInputFiles(textFile('notes.txt', 'Notes'))
  await expect(links.filter({ hasText: 'plan.pdf' })).toBeVisible()
  await expect(links.filter({ hasText: 'notes.txt' })).toBeVisible()
  await page.getByLabel('URL', { exact: true }).fill('https://example.com/live')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const live = links.filter({ hasText: 'example.com/live' })
  await live.getByRole('button', { name: /^Delete/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Are you sure you want to delete this URL?')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(live).toHaveCount(0)
  const marked = links.filter({ hasText: 'example.com/docs' })
  await expect(marked.getByText('Pending Deletion')).toBeVisible()
  await marked.getByRole('button', { name: /^Restore/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect(marked.getByText('Pending Deletion')).toHaveCount(0)
  await expectNoLoadErrors(page)

  await page.goto('/admin/project-hours')
  await expect(page.getByText('Showing 2 of 2 projects')).toBeVisible()
  await expect(page.getByText('6h 30m').first()).toBeVisible()
  await expect(page.getByText('No hours logged for this project yet')).toHaveCount(1)
  await expectNoLoadErrors(page)
  await page.goto('/admin/projects/1/summary?userId=4')
  await heading(page, /Website/)
  await expect(page.getByText('Work by Ben Builder')).toBeVisible()
  await expect(page.getByText('across 1 day')).toBeVisible()
  await expectNoLoadErrors(page)
})

test('users and tasks of an admin work', async ({ page, old, consoleWatch }) => {
  await signInBy(page, 'ada@example.com')
  await page.goto('/admin/register')
  await heading(page, 'Register New User')
  await page.getByLabel('Name').fill('Nora Newcomer')
  await page.getByLabel('Email').fill('nora@example.com')
  await page.getByLabel('Password', { exact: true }).fill('quiet-violet-otter')
  await page.getByLabel('Confirm Password').fill('quiet-violet-otter')
  await page.getByLabel('Role').selectOption('Designer')
  await page.getByRole('button', { name: 'Register User' }).click()
  await expect(page).toHaveURL(`${old.url}/admin/dashboard`)

  await page.goto('/admin/users')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('Nora Newcomer').getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Nora Newer')
  await consoleWatch.during([/status of 409/, /ApiError: User already exists/], async () => {
    old.refuseNext('PUT /users/#', 409, 'User already exists')
    await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Failed to update user. User already exists')).toBeVisible()
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('User Nora Newer has been successfully updated.')).toBeVisible()
  await row('Nora Newer')
    .getByRole('button', { name: /^Reset Password/ })
    .click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('another-otter')
  await page
    .getByRole('dialog')
    .getByLabel(/Confirm/)
    .fill('another-otter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Reset|Update|Save/ })
    .click()
  await expect(page.getByText('Password for Nora Newer has been successfully updated.')).toBeVisible()
  await row('Nora Newer')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('User Nora Newer has been successfully deleted.')).toBeVisible()
  await expectNoLoadErrors(page)

  await page.goto('/tasks/new')
  await heading(page, 'Create New Task')
  await page.getByLabel('Title').fill('Draw the map')
  await page.getByLabel('Project').selectOption('Website')
  await page.getByLabel('Assign To').selectOption('Dina Developer')
  await page.getByLabel('Expected Hours').fill('7.5')
  await page.getByRole('button', { name: 'Create Task' }).click()
  await expect(page).toHaveURL(`${old.url}/tasks`)
  await page.getByRole('link', { name: 'View Draw the map' }).click()
  await expect(page.getByText('EXPECTED HOURS')).toBeVisible()
  await page.getByLabel('Status').selectOption('In Progress')
  await page.getByRole('button', { name: 'Update Status' }).click()
  await expect(page.getByText('In Progress').first()).toBeVisible()
  await page.goto(`/tasks/edit/${old.taskNamed('Draw the map')}`)
  await heading(page, 'Edit Task: Draw the map')
  await page.getByLabel('Title').fill('Draw the whole map')
  await page.getByRole('button', { name: /^(Update|Save)/ }).click()
  await heading(page, 'Draw the whole map')
  await page.getByRole('button', { name: 'Delete Task' }).click()
  await expect(page.getByText('Are you sure you want to delete this task?')).toBeVisible()
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(page).toHaveURL(`${old.url}/tasks`)
  await expect(page.getByRole('link', { name: 'View First task' })).toBeVisible()
  await expectNoLoadErrors(page)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${old.url}/login`)
})
