import { messages } from '#shared/messages.ts'
import { apiAs, today } from '../support/api.ts'
import { cast, registerCast, tokenOf } from '../support/cast.ts'
import { tabTo } from '../support/keyboard.ts'
import { expectNoAxeViolations } from '../support/looks.ts'
import { expect, storeToken, test } from '../support/test.ts'

test('a day by keyboard alone: sign in, submit, read, edit, answer', async ({ page, request, app }) => {
  // A whole day in one test: it may take longer than the others.
  test.slow()
  const server = await app.startFresh({ admin: cast.ada })
  await registerCast(request, server.url)
  const manager = await apiAs(request, server.url, cast.max)
  const { id: dina } = await (await apiAs(request, server.url, cast.dina)).get('/auth/me')
  for (const name of ['Mobile app', 'Website']) await manager.post('/projects', { name, developers: [dina] })

  const press = (key: string) => page.keyboard.press(key)
  const type = (text: string) => page.keyboard.type(text)
  const task = (number: number) => page.getByRole('group', { name: `Task ${number}` })

  await page.goto(`${server.url}/login`)
  await tabTo(page, page.getByLabel('Email'))
  await type(cast.dina.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await type(cast.dina.password)
  await press('Enter')
  await expect(page).toHaveURL(`${server.url}/dashboard`)
  await expect(page.getByText('not submitted', { exact: false })).toBeVisible()
  await expectNoAxeViolations(page)
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
    // The project is the one of the row before, so the next thing to type is what was done.
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
  await expect(page.getByText(messages.report.submitted)).toBeVisible()

  await expect(page).toHaveURL(`${server.url}/reports`)
  await expect(page.getByRole('row').filter({ hasText: 'Worked on the website' })).toContainText('5h 5m')
  await expectNoAxeViolations(page)
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
  await expect(page.getByText(messages.report.updated)).toBeVisible()
  await expect(page).toHaveURL(server.url + shown)
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

test('what was typed survives a reload, an expired session and a failed send, and is nobody else’s', async ({
  page,
  request,
  app,
  consoleWatch,
}) => {
  const server = await app.startFresh({ admin: cast.ada })
  await registerCast(request, server.url)
  const admin = await apiAs(request, server.url, cast.ada)
  const people = await admin.get('/users/developers')
  await admin.post('/projects', {
    name: 'Website',
    developers: people.map((person: { id: number }) => person.id),
  })
  const open = async (account: typeof cast.dina) => {
    const token = await tokenOf(request, server.url, account)
    await storeToken(page, server.url, token)
    await page.goto(`${server.url}/reports/new`)
    return token
  }
  const summary = page.getByLabel('Summary of tasks')
  const fillRow = async () => {
    await page.getByLabel('Project').selectOption('Website')
    await page.getByLabel('Description').fill('Something')
    await page.getByLabel(/Hours/).fill('1')
  }

  const token = await open(cast.dina)
  await summary.fill('Not lost')
  await fillRow()
  await page.getByLabel(/Blockers/).focus()
  await page.reload()
  await expect(summary).toHaveValue('Not lost')

  consoleWatch.allow(/ERR_FAILED|Failed to fetch|No response to POST/)
  await page.route('**/api/reports', route => route.abort())
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await expect(page.getByRole('alert')).toHaveText(messages.general.noResponse)
  await expect(summary).toHaveValue('Not lost')
  await page.unroute('**/api/reports')

  await request.post(`${server.url}/api/auth/logout`, { headers: { 'x-auth-token': token } })
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await expect(page.getByRole('alert')).toHaveText(messages.report.sessionExpired)
  await expect(page).toHaveURL(`${server.url}/login`)
  await expect(page.evaluate(() => localStorage.getItem('token'))).resolves.toBeNull()

  await open(cast.omar)
  await expect(page.getByRole('button', { name: 'Submit Report' })).toBeVisible()
  await expect(summary).toHaveValue('')

  await open(cast.dina)
  await expect(summary).toHaveValue('Not lost')
  await page.getByRole('button', { name: 'Submit Report' }).dblclick()
  await expect(page).toHaveURL(`${server.url}/reports`)
  const { total } = await (await apiAs(request, server.url, cast.dina)).get('/reports/me')
  expect(total).toBe(1)
  await page.goto(`${server.url}/reports/new`)
  await expect(page.getByText(messages.report.alreadySubmittedToday)).toBeVisible()
  await expect(summary).toHaveValue('')
})

test('every refusal of the form is shown in its words', async ({ page, request, app, consoleWatch }) => {
  const server = await app.startFresh({ admin: cast.ada })
  await registerCast(request, server.url)
  const admin = await apiAs(request, server.url, cast.ada)
  const me = await (await apiAs(request, server.url, cast.dina)).get('/auth/me')
  const project = await admin.post('/projects', { name: 'Website', developers: [me.id] })
  const { report } = await (await apiAs(request, server.url, cast.dina)).post('/reports', {
    date: today(),
    tasks: 'First',
    task_details: [{ description: 'Work', hours: 1, project_id: project.id }],
  })
  await storeToken(page, server.url, await tokenOf(request, server.url, cast.dina))
  consoleWatch.allow(/ApiError|Failed to load resource|ERR_FAILED|Failed to fetch|No response to|status of/)
  const answer = (pattern: string, status: number, msg?: string) =>
    page.route(pattern, route =>
      route.fulfill({
        status,
        contentType: 'application/json',
        body: msg ? JSON.stringify({ msg, error: msg }) : '{}',
      }),
    )
  const alert = page.getByRole('alert')

  const submitting: [status: number, msg: string | undefined, shown: string][] = [
    [409, messages.report.alreadySubmitted, messages.report.alreadySubmittedToday],
    [400, messages.report.projectMissing, messages.report.projectUnavailable],
    [400, 'Something of its own', 'Something of its own'],
    [500, undefined, messages.report.submitFailed],
  ]
  await page.goto(`${server.url}/reports/new`)
  await page.getByLabel('Summary of tasks').fill('Second')
  await page.getByLabel('Project').selectOption('Website')
  await page.getByLabel('Description').fill('Work')
  await page.getByLabel(/Hours/).fill('1')
  for (const [status, msg, shown] of submitting) {
    await answer('**/api/reports', status, msg)
    await page.getByRole('button', { name: 'Submit Report' }).click()
    await expect(alert).toContainText(shown)
    await page.unroute('**/api/reports')
  }

  const edit = `${server.url}/reports/edit/${report.id}`
  await page.goto(edit)
  await page.getByLabel('Summary of tasks').fill('Better')
  const put = `**/api/reports/${report.id}`
  await answer(put, 500)
  await page.getByRole('button', { name: 'Update Report' }).click()
  await expect(alert).toContainText(messages.report.updateFailed)
  await page.unroute(put)
  await answer(put, 403, messages.report.editSameDay)
  await page.getByRole('button', { name: 'Update Report' }).click()
  await expect(alert).toContainText(messages.report.editSameDay)
  await expect(page).toHaveURL(`${server.url}/reports`)
  await page.unroute(put)

  const old = await (await apiAs(request, server.url, cast.dina)).post('/reports', {
    date: '2026-01-05',
    tasks: 'Long ago',
    task_details: [{ description: 'Work', hours: 1, project_id: project.id }],
  })
  await page.goto(`${server.url}/reports/edit/${old.report.id}`)
  await expect(alert).toContainText('Reports can only be edited within 3 days of creation.')
  await expect(page).toHaveURL(`${server.url}/reports`)

  await page.goto(`${server.url}/reports/edit/999999`)
  await expect(page.getByText(messages.report.notYours)).toBeVisible()
  await page.goto(`${server.url}/reports/999999`)
  await expect(page.getByText(messages.report.notFound)).toBeVisible()
  const read = `**/api/reports/${report.id}?*`
  await answer(read, 500)
  await page.goto(edit)
  await expect(page.getByText(messages.report.loadFailed)).toBeVisible()
  await page.goto(`${server.url}/reports/${report.id}`)
  await expect(page.getByText(messages.report.detailsFailed)).toBeVisible()
  await page.unroute(read)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('First').first()).toBeVisible()

  await answer('**/api/reports/me?*', 500)
  await page.goto(`${server.url}/reports`)
  await expect(page.getByText(messages.report.listFailed)).toBeVisible()
  await page.unroute('**/api/reports/me?*')

  await answer('**/api/projects/me', 500)
  await page.goto(`${server.url}/reports/new`)
  await expect(page.getByText(messages.project.loadFailed, { exact: true })).toBeVisible()
  await page.unroute('**/api/projects/me')

  await admin.post(`/reports/${report.id}/comments`, { comment: 'Well done' })
  await page.goto(`${server.url}/reports/${report.id}`)
  await page.getByRole('button', { name: /Reply/ }).click()
  await page.getByRole('textbox').fill('Thank you')
  await answer('**/comments', 500)
  await page.getByRole('button', { name: 'Reply', exact: true }).last().click()
  await expect(page.getByText(messages.comment.replyFailed)).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveValue('Thank you')
})

test('a report can be edited on its day and the two days after, by the viewer’s calendar', async ({
  page,
  request,
  app,
}) => {
  const server = await app.startFresh({ admin: cast.ada })
  await registerCast(request, server.url)
  const admin = await apiAs(request, server.url, cast.ada)
  const dina = await apiAs(request, server.url, cast.dina)
  const project = await admin.post('/projects', { name: 'Website' })
  const { report } = await dina.post('/reports', {
    date: today(),
    tasks: 'Today',
    task_details: [{ description: 'Work', hours: 1, project_id: project.id }],
  })
  await storeToken(page, server.url, await tokenOf(request, server.url, cast.dina))
  await page.goto(`${server.url}/reports/${report.id}`)
  await expect(page.getByRole('link', { name: 'Edit Report' })).toBeVisible()

  // Three days on, by the browser's clock alone: the token would have expired by then, so the clock moves after.
  await page.clock.install()
  await page.goto(`${server.url}/reports/${report.id}`)
  await page.clock.setSystemTime(Date.now() + 3 * 24 * 3600 * 1000)
  await page.getByRole('link', { name: 'Back to Reports' }).click()
  await page.getByRole('link', { name: /^View report / }).click()
  await expect(page.getByText('Today').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit Report' })).toHaveCount(0)
})
