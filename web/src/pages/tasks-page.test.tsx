import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Role } from '#shared/roles.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, makeToken, personOf } from '../../test/fake-api.ts'
import { renderApp } from '../../test/render-app.tsx'
import { makeTask, makeTaskPage } from '../../test/tasks.ts'

type Answers = Parameters<typeof fakeApi>[0]
const query = (page: number, more = '') => `GET /api/tasks?page=${page}&limit=10${more}`
const ok = (body: unknown) => ({ status: 200, body })
const many = Array.from({ length: 10 }, (_, index) =>
  makeTask({ id: index + 1, title: `Task ${index + 1}`, project_name: index ? 'Apollo' : 'Gemini' }),
)

async function open(answers: Answers, { role = 'admin' as Role, path = '/tasks' } = {}) {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  localStorage.setItem('token', makeToken())
  const api = fakeApi({ 'GET /api/auth/me': ok(personOf(role)), ...answers }, { othersWait: true })
  const app = renderApp(path)
  await screen.findByRole('heading', { level: 1, name: 'Task Management' })
  return { ...app, api, user: userEvent.setup() }
}

const table = () => screen.findByRole('table', { name: 'Tasks' })
const box = () => screen.getByRole('searchbox', { name: 'Search tasks' })
const titles = () =>
  within(screen.getByRole('table', { name: 'Tasks' }))
    .getAllByRole('row')
    .slice(1)
    .map(row => within(row).getAllByRole('cell')[0]?.textContent)

test('a row shows title, project, assignee, status and View, and for no role an estimate or Edit', async () => {
  await open({ [query(1)]: ok(makeTaskPage([makeTask({ status: 'in_progress' })])) })
  const rows = within(await table())
  expect(rows.getAllByRole('columnheader').map(cell => cell.textContent)).toEqual([
    'Title',
    'Project',
    'Assigned To',
    'Status',
    'Actions',
  ])
  expect(rows.getByText('Build the page')).toBeVisible()
  expect(rows.getByText('Apollo')).toBeVisible()
  expect(rows.getByText('Robin Reyes')).toBeVisible()
  expect(rows.getByText('In Progress')).toHaveClass('badge')
  expect(rows.getByRole('link', { name: 'View Build the page' })).toHaveAttribute('href', '/tasks/5')
  expect(rows.queryByText(/7\.5|Edit/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Create Task' })).toHaveAttribute('href', '/tasks/new')
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
})

test('staff see no Create Task button', async () => {
  await open(
    { [query(1)]: ok(makeTaskPage([makeTask({ expected_hours: undefined })])) },
    { role: 'developer' },
  )
  await table()
  expect(screen.queryByRole('link', { name: 'Create Task' })).toBeNull()
})

test('clicking through the tabs makes one call, 300 ms after the last click', async () => {
  const { user, api, here } = await open({
    [query(1)]: ok(makeTaskPage(many, 11)),
    [query(1, '&status=completed')]: ok(makeTaskPage([makeTask({ status: 'completed', title: 'Done' })])),
  })
  await table()
  const changedAt = performance.now()
  // Clicks without waiting in between, so that no timer can end before the last one on a slow machine.
  for (const name of ['Pending', 'In Progress', 'Completed'])
    fireEvent.click(screen.getByRole('tab', { name }))
  expect(here()).toBe('/tasks?status=completed')
  await waitFor(() => expect(titles()).toEqual(['Done']))
  expect(performance.now() - changedAt).toBeGreaterThanOrEqual(299)
  expect(api.calls.filter(call => call.name.includes('status='))).toHaveLength(1)
  // Cached tasks are shown at once.
  await user.click(screen.getByRole('tab', { name: 'All Tasks' }))
  expect(titles()).toHaveLength(10)
  expect(here()).toBe('/tasks')
})

test('the list has pages, and another tab starts at the first', async () => {
  const { user, here } = await open(
    {
      [query(2)]: ok(makeTaskPage([makeTask({ title: 'Eleventh' })], 11, 2)),
      [query(1, '&status=pending')]: ok(makeTaskPage(many, 10)),
    },
    { path: '/tasks?page=2' },
  )
  await table()
  expect(titles()).toEqual(['Eleventh'])
  expect(screen.getByText('11–11 of 11')).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Pending' }))
  expect(here()).toBe('/tasks?status=pending')
})

test('a page beyond the last one becomes the last', async () => {
  const { here } = await open(
    { [query(9)]: ok(makeTaskPage([], 11, 9)), [query(2)]: ok(makeTaskPage([makeTask()], 11, 2)) },
    { path: '/tasks?page=9' },
  )
  await waitFor(() => expect(here()).toBe('/tasks?page=2'))
  expect(await screen.findByText('Build the page')).toBeVisible()
})

test('the search filters the page while typing, by title, project and assignee', async () => {
  const { user, api } = await open({
    [query(1)]: ok(
      makeTaskPage([
        makeTask({ id: 1, title: 'Alpha' }),
        makeTask({ id: 2, title: 'Beta', project_name: 'Gemini' }),
        makeTask({ id: 3, title: 'Gamma', assignee_name: 'Dina Developer' }),
      ]),
    ),
  })
  await table()
  await user.type(box(), ' aLPH')
  expect(titles()).toEqual(['Alpha'])
  await user.clear(box())
  await user.type(box(), 'gemini')
  expect(titles()).toEqual(['Beta'])
  await user.clear(box())
  await user.type(box(), 'dina')
  expect(titles()).toEqual(['Gamma'])
  // There is only one page.
  expect(screen.queryByRole('button', { name: /^Search all/ })).toBeNull()
  await user.type(box(), 'x')
  expect(screen.getByText('No Tasks Found')).toBeVisible()
  expect(screen.getByText('Try adjusting your search criteria.')).toBeVisible()
  expect(api.named(query(1))).toHaveLength(1)
})

test('with more than one page, searching all tasks on the server is offered', async () => {
  const found = [makeTask({ id: 31, title: 'Ärzteportal' })]
  const { user, here } = await open({
    [query(1)]: ok(makeTaskPage(many, 25)),
    [query(1, '&search=aerzte')]: ok(makeTaskPage(found)),
  })
  await table()
  await user.type(box(), 'aerzte')
  expect(screen.getByText('No Tasks Found')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Search all tasks for “aerzte”' }))
  expect(here()).toBe('/tasks?search=aerzte')
  // Results of the server are not filtered again in the browser.
  await waitFor(() => expect(titles()).toEqual(['Ärzteportal']))
  expect(screen.getByText(/^Results for “aerzte”/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Search all/ })).toBeNull()

  await user.type(box(), '{Backspace}')
  expect(here()).toBe('/tasks')
  expect(box()).toHaveValue('aerzt')
})

test('the search in the URL is applied and can be cleared', async () => {
  const { user, here } = await open(
    {
      [query(1, '&status=pending&search=page')]: ok(makeTaskPage([makeTask()])),
      [query(1, '&status=pending')]: ok(makeTaskPage(many)),
    },
    { path: '/tasks?status=pending&search=page' },
  )
  await table()
  expect(box()).toHaveValue('page')
  expect(screen.getByRole('tab', { name: 'Pending' })).toHaveAttribute('aria-selected', 'true')
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(here()).toBe('/tasks?status=pending')
  expect(box()).toHaveValue('')
  await waitFor(() => expect(titles()).toHaveLength(10))
})

// React renders nothing inside one act.
test('a tab change and the end of a search before the page has rendered are both kept', async () => {
  const { here } = await open(
    { [query(1, '&search=page')]: ok(makeTaskPage([makeTask()])) },
    { path: '/tasks?search=page' },
  )
  await table()
  await act(async () => {
    fireEvent.click(screen.getByRole('tab', { name: 'Pending' }))
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  })
  expect(here()).toBe('/tasks?status=pending')
})

test.each([
  ['/tasks', '', 'No tasks available at the moment.'],
  ['/tasks?status=pending', '&status=pending', 'No pending tasks found.'],
  ['/tasks?status=in_progress', '&status=in_progress', 'No in progress tasks found.'],
  ['/tasks?status=completed', '&status=completed', 'No completed tasks found.'],
  ['/tasks?status=nonsense', '', 'No tasks available at the moment.'],
  ['/tasks?search=x', '&search=x', 'Try adjusting your search criteria.'],
])('%s without tasks shows the empty state', async (path, more, hint) => {
  await open({ [query(1, more)]: ok(makeTaskPage([])) }, { path })
  expect(await screen.findByText('No Tasks Found')).toBeVisible()
  expect(screen.getByText(hint)).toBeVisible()
})

test('a failed load shows "Failed to load tasks. Please try again later." and can be retried', async () => {
  allowConsole(/status 500/)
  const { user } = await open({ [query(1)]: [{ status: 500 }, ok(makeTaskPage(many))] })
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load tasks. Please try again later.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await table()).toBeVisible()
})
