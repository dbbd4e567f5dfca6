import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { TaskLog } from '#shared/contract/tasks.ts'
import type { Role } from '#shared/roles.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { answer, fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { renderApp } from '../../test/render-app.tsx'
import { makeTask } from '../../test/tasks.ts'

type Answers = Parameters<typeof fakeApi>[0]
const read = 'GET /api/tasks/5'
const status = 'POST /api/tasks/5/status'
const ok = (data: unknown) => ({ status: 200, body: { data } })
const log = (page = 1) => `GET /api/tasks/5/log?page=${page}&limit=5`
const logOf = (data: TaskLog['data'], total = data.length, page = 1) => ({
  status: 200,
  body: { data, pagination: { total, pages: Math.ceil(total / 5), page, limit: 5 } },
})

async function open(role: Role, answers: Answers, title = 'Build the page') {
  localStorage.setItem('token', makeToken())
  const me = { status: 200, body: personOf(role) }
  const api = fakeApi({ 'GET /api/auth/me': me, ...answers }, { othersWait: true })
  const app = renderApp('/tasks/5')
  await screen.findByRole('heading', { level: 1, name: title })
  return { ...app, api, user: userEvent.setup() }
}

const facts = () =>
  screen.getAllByRole('term').map(term => [term.textContent, term.nextElementSibling?.textContent])

test('a reviewer sees all labelled values', async () => {
  const task = makeTask({ status: 'completed', actual_hours: 8.1, completed_at: '2026-03-04T10:00:00.000Z' })
  await open('manager', { [read]: ok({ ...task, completion_note: 'Went well' }) })
  expect(facts().slice(0, 6)).toEqual([
    ['PROJECT', 'Apollo'],
    ['ASSIGNED TO', 'Robin Reyes'],
    ['ASSIGNED BY', 'Max Manager'],
    ['EXPECTED HOURS', '7h 30m'],
    ['ACTUAL HOURS', '8h 6m'],
    ['LOGGED HOURS', '0m of 7h 30m'],
  ])
  expect(facts().map(([label]) => label)).toEqual(expect.arrayContaining(['CREATED', 'COMPLETED']))
  expect(screen.getByText('Completed')).toHaveClass('badge')
  expect(screen.getByText('With care')).toBeVisible()
  expect(screen.getByText('Went well')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to Tasks' })).toHaveAttribute('href', '/tasks')
  expect(screen.getByRole('link', { name: 'Edit Task' })).toHaveAttribute('href', '/tasks/edit/5')
  // A completed task has no status form.
  expect(screen.queryByRole('button', { name: 'Update Status' })).toBeNull()
})

test('staff see no estimate and can neither edit nor delete; empty values are not shown', async () => {
  await open('developer', { [read]: ok(makeTask({ description: null, expected_hours: undefined })) })
  expect(facts().map(([label]) => label)).toEqual([
    'PROJECT',
    'ASSIGNED TO',
    'ASSIGNED BY',
    'LOGGED HOURS',
    'CREATED',
  ])
  expect(screen.getByText('No description provided.')).toBeVisible()
  expect(screen.queryByText('Completion Notes')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Edit Task' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete Task' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Update Status' })).toBeVisible()
})

test.each([403, 404])('%i shows "Task not found"', async code => {
  allowConsole(/^No/)
  await open('developer', { [read]: refusal(code, 'No') }, 'Task Details')
  expect(await screen.findByText('Task not found')).toBeVisible()
})

test.each([{ data: null }, {}, null])('an answer without a task shows "Task not found": %j', async body => {
  await open('developer', { [read]: { status: 200, body } }, 'Task Details')
  expect(await screen.findByText('Task not found')).toBeVisible()
})

test('any other failure can be retried', async () => {
  allowConsole(/status 500/)
  const { user } = await open('admin', { [read]: [{ status: 500 }, ok(makeTask())] }, 'Task Details')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Failed to load task details. Please try again later.',
  )
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Build the page' })).toBeVisible()
})

describe('the logged time', () => {
  const logged = () => facts().find(([label]) => label === 'LOGGED HOURS')?.[1]

  test.each([
    [390, 5, '6h 30m of 5h over by 1h 30m'],
    [300, 5, '5h of 5h'],
    [45, 0.5, '45m of 30m over by 15m'],
  ])('%i minutes of %f hours', async (logged_minutes, expected_hours, text) => {
    await open('manager', { [read]: ok(makeTask({ logged_minutes, expected_hours })) })
    expect(logged()).toBe(text)
    const over = screen.queryByText(/^over by/)
    if (text.includes('over')) expect(over).toHaveClass('task-overrun')
    else expect(over).toBeNull()
  })

  test('does not show staff the estimate', async () => {
    await open('developer', {
      [read]: ok(makeTask({ logged_minutes: 390, expected_hours: undefined })),
      [log()]: logOf([]),
    })
    expect(logged()).toBe('6h 30m')
    expect(await screen.findByText(/You haven't logged time on this task yet\./)).toBeVisible()
    expect(screen.queryByText(/over by|\d of \d/)).toBeNull()
  })

  const entry = {
    report_id: 3,
    date: '2026-03-02',
    user_name: 'Robin Reyes',
    description: 'Drew',
    hours: 1.3,
  }
  const table = () => screen.findByRole('table', { name: 'Logged Time' })

  test('is a list with names and links for reviewers, page by page', async () => {
    const { user } = await open('manager', {
      [read]: ok(makeTask()),
      [log()]: logOf([entry, { ...entry, description: 'Drew more' }], 7),
      [log(2)]: logOf([{ ...entry, description: 'Began' }], 7, 2),
    })
    const rows = within(await table()).getAllByRole('row')
    expect(rows).toHaveLength(3)
    expect(rows[1]).toHaveTextContent(/Robin Reyes.*Drew.*1h 30m/)
    const [link] = within(rows[1] as HTMLElement).getAllByRole('link')
    expect(link).toHaveAttribute('href', '/admin/reports/3')
    await user.click(screen.getByRole('button', { name: 'Page 2' }))
    expect(await screen.findByText('Began')).toBeVisible()
    expect(screen.getByText('6–6 of 7')).toBeVisible()
  })

  test('contains only their own rows for staff, with links to their reports', async () => {
    await open('developer', { [read]: ok(makeTask({ expected_hours: undefined })), [log()]: logOf([entry]) })
    const own = within(await table())
    expect(own.queryByText('Robin Reyes')).toBeNull()
    expect(own.getByRole('link')).toHaveAttribute('href', '/reports/3')
  })

  test('says if there is none yet', async () => {
    await open('admin', { [read]: ok(makeTask()), [log()]: logOf([]) })
    expect(await screen.findByText(/^No time logged yet\./)).toBeVisible()
  })

  test('that failed to load can be loaded again, and the task stays visible', async () => {
    allowConsole(/status 500/)
    const { user } = await open('admin', {
      [read]: ok(makeTask()),
      [log()]: [{ status: 500 }, logOf([entry])],
    })
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load the logged time.")
    expect(screen.getByText('With care')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await table()).toBeVisible()
  })

  test.each([
    [210, 'Use 3h 30m logged (3.5)', 3.5],
    [200, 'Use 3h 20m logged (rounded to 3.3)', 3.3],
    [1, 'Use 1m logged (rounded to 0.1)', 0.1],
  ])('of %i minutes is offered as actual hours', async (logged_minutes, label, hours) => {
    const { user, api } = await open('developer', {
      [read]: ok(makeTask({ logged_minutes, expected_hours: undefined })),
      [status]: ok(makeTask({ status: 'completed', actual_hours: hours })),
    })
    await user.selectOptions(screen.getByLabelText('Status'), 'Completed')
    await user.click(screen.getByRole('button', { name: label }))
    expect(screen.getByLabelText('Actual Hours')).toHaveValue(hours)
    expect(screen.getByLabelText('Actual Hours')).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Update Status' }))
    await waitFor(() => expect(api.named(status)).toHaveLength(1))
    expect(api.named(status)[0]?.body).toMatchObject({ status: 'completed', actual_hours: String(hours) })
  })

  test('of zero minutes is not offered', async () => {
    const { user } = await open('developer', { [read]: ok(makeTask({ expected_hours: undefined })) })
    await user.selectOptions(screen.getByLabelText('Status'), 'Completed')
    expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull()
  })
})

describe('the status form', () => {
  const update = () => screen.getByRole('button', { name: 'Update Status' })

  test('completing needs the hours', async () => {
    const done = makeTask({ status: 'completed', actual_hours: 2.5, completion_note: 'Fine' })
    const { user, api } = await open('developer', { [read]: ok(makeTask()), [status]: ok(done) })
    expect(screen.queryByLabelText('Actual Hours')).toBeNull()
    expect(screen.queryByLabelText(/^Completion Note/)).toBeNull()
    await user.selectOptions(screen.getByLabelText('Status'), 'Completed')
    const hours = screen.getByLabelText('Actual Hours')
    expect(hours).toHaveAttribute('min', '0.1')
    expect(hours).toHaveAttribute('step', '0.1')
    await user.click(update())
    expect(await screen.findByText('Please enter the actual hours spent on this task.')).toBeVisible()
    expect(hours).toHaveFocus()
    expect(hours).toHaveAccessibleDescription(expect.stringContaining('Decimal hours: 1.5 = 1 h 30 min.'))
    await user.type(hours, '2.5')
    expect(hours).toHaveAccessibleDescription(expect.stringContaining('2.5 = 2 h 30 min'))
    await user.type(screen.getByLabelText(/^Completion Note/), 'Fine')
    await user.click(update())
    expect(await screen.findByText('Status updated.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Update Status' })).toBeNull()
    expect(screen.getByText('Completed')).toHaveClass('badge')
    expect(api.named(status).map(call => call.body)).toEqual([
      { status: 'completed', actual_hours: '2.5', completion_note: 'Fine' },
    ])
  })

  test.each([
    [refusal(409, 'This task is already completed.'), 'This task is already completed.'],
    [{ status: 400, body: { error: 'Not today' } }, 'Not today'],
    [{ status: 500, body: { msg: 'Down' } }, 'Failed to update task status. Please try again.'],
    [{ status: 500 }, 'Failed to update task status. Please try again.'],
    ['no response', 'Failed to update task status. Please try again.'],
  ] as const)('a failure keeps what was typed: %j', async (given, sentence) => {
    allowConsole(/^This task is/, /status [45]00/, /^Down/, /^No response/)
    const { user } = await open('developer', { [read]: ok(makeTask()), [status]: given })
    await user.selectOptions(screen.getByLabelText('Status'), 'Completed')
    await user.type(screen.getByLabelText('Actual Hours'), '2')
    await user.type(screen.getByLabelText(/^Completion Note/), 'Half')
    await user.click(update())
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(screen.getByLabelText('Actual Hours')).toHaveValue(2)
    expect(screen.getByLabelText(/^Completion Note/)).toHaveValue('Half')
  })

  test('hours and note that are hidden again are neither validated nor sent, and reappear unchanged', async () => {
    const started = makeTask({ status: 'in_progress' })
    const { user, api } = await open('developer', { [read]: ok(makeTask()), [status]: ok(started) })
    const choose = (label: string) => user.selectOptions(screen.getByLabelText('Status'), label)
    await choose('Completed')
    await user.type(screen.getByLabelText('Actual Hours'), '-3')
    await choose('Pending')
    expect(screen.queryByLabelText('Actual Hours')).toBeNull()
    await choose('Completed')
    expect(screen.getByLabelText('Actual Hours')).toHaveValue(-3)
    await choose('In Progress')
    await user.click(update())
    expect(await screen.findByText('Status updated.')).toBeVisible()
    expect(api.named(status).map(call => call.body)).toEqual([{ status: 'in_progress' }])
  })
})

describe('deleting', () => {
  const path = 'DELETE /api/tasks/5'
  const group = () =>
    within(screen.getByRole('group', { name: 'Are you sure you want to delete this task?' }))

  test('asks for confirmation in place; Cancel has the focus and returns it', async () => {
    const { user, api } = await open('admin', { [read]: ok(makeTask()) })
    await user.click(screen.getByRole('button', { name: 'Delete Task' }))
    expect(group().getByText('Are you sure you want to delete this task?')).toBeVisible()
    expect(group().getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(screen.queryByText('Are you sure you want to delete this task?')).toBeNull()
    expect(screen.getByRole('button', { name: 'Delete Task' })).toHaveFocus()
    expect(api.named(path)).toEqual([])
  })

  test('opens the list, which confirms it once', async () => {
    allowConsole(/^The server says/)
    const { user, here } = await open('admin', {
      [read]: ok(makeTask()),
      [path]: [refusal(500, 'The server says why'), { status: 200, body: { msg: 'Gone' } }],
    })
    await user.click(screen.getByRole('button', { name: 'Delete Task' }))
    await user.click(group().getByRole('button', { name: 'Yes, Delete' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Failed to delete task. Please try again later.',
    )
    await user.click(group().getByRole('button', { name: 'Yes, Delete' }))
    await waitFor(() => expect(here()).toBe('/tasks'))
    expect(await screen.findByText('Task "Build the page" has been deleted.')).toBeVisible()
  })
})

test('while a task is being deleted, neither Cancel nor Escape hides the result', async () => {
  allowConsole(/status 500/)
  let reply = (_response: Response) => {}
  const { user } = await open('admin', {
    [read]: ok(makeTask()),
    'DELETE /api/tasks/5': () => new Promise(resolve => (reply = resolve)),
  })
  await user.click(screen.getByRole('button', { name: 'Delete Task' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, Delete' }))
  const group = await screen.findByRole('group', { name: 'Are you sure you want to delete this task?' })
  expect(within(group).getByRole('button', { name: 'Cancel' })).toBeDisabled()
  fireEvent.keyDown(group, { key: 'Escape' })
  expect(within(group).getByRole('button', { name: 'Deleting...' })).toBeDisabled()
  reply(answer(500))
  expect(await screen.findByText('Failed to delete task. Please try again later.')).toBeVisible()
  await user.click(within(group).getByRole('button', { name: 'Cancel' }))
  expect(group).not.toBeInTheDocument()
})
