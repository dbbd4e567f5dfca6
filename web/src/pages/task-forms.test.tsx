import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import type { Role } from '#shared/roles.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { answer, fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { team } from '../../test/people.ts'
import { renderApp } from '../../test/render-app.tsx'
import { makeTask } from '../../test/tasks.ts'
import { slotsWithPrefix } from '../lib/drafts.ts'

type Answers = Parameters<typeof fakeApi>[0]
const ok = (body: unknown) => ({ status: 200, body })
const project = (id: number, name: string) => ({
  id,
  name,
  description: null,
  developers: [],
  created_at: '2026-01-05T08:00:00.000Z',
})
const projects = [project(1, 'Apollo'), project(3, 'Gemini')]

async function open(path: string, answers: Answers = {}, role: Role = 'admin') {
  localStorage.setItem('token', makeToken())
  const api = fakeApi(
    {
      'GET /api/auth/me': ok(personOf(role)),
      'GET /api/projects': ok(projects),
      'GET /api/users': ok(team(role)),
      ...answers,
    },
    { othersWait: true },
  )
  const app = renderApp(path)
  await screen.findByRole('heading', { level: 1 })
  return { ...app, api, user: userEvent.setup() }
}

const field = (label: string) => screen.findByLabelText<HTMLSelectElement>(label)
const optionsOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('option')
    .map(option => option.textContent)

test.each(['/tasks/new', '/tasks/edit/5'])('staff at %s are refused', async path => {
  const { api } = await open(path, {}, 'designer')
  expect(await screen.findByText('Only admins can create or edit tasks.')).toBeVisible()
  expect(api.calls.map(call => call.name)).toEqual(['GET /api/auth/me'])
})

test('the new task form shows missing fields, creates the task and opens the list', async () => {
  const created = { status: 201, body: { data: makeTask({ title: 'Ship it' }) } }
  const { user, api, here } = await open('/tasks/new', { 'POST /api/tasks': created })
  expect(screen.getByRole('heading', { level: 1, name: 'Create New Task' })).toBeVisible()
  const assignee = await field('Assign To')
  const groups = within(assignee).getAllByRole('group')
  expect(groups.map(group => group.getAttribute('label'))).toEqual(['Staff', 'Managers and admins'])
  expect(optionsOf(assignee).slice(1)).toEqual(['Dina Developer', 'Ada Admin', 'Max Manager', 'Robin Reyes'])
  const hours = await field('Expected Hours')
  expect(screen.getByText('This estimate is visible only to admins.')).toBeVisible()
  expect(hours).toHaveAccessibleDescription(
    'This estimate is visible only to admins. Decimal hours: 1.5 = 1 h 30 min.',
  )
  expect(screen.queryByLabelText('Status')).toBeNull()

  const create = screen.getByRole('button', { name: 'Create Task' })
  await user.click(create)
  for (const sentence of [
    'Title is required',
    'Project is required',
    'Assignee is required',
    'Expected hours are required',
  ]) {
    expect(await screen.findByText(sentence)).toBeVisible()
  }
  await user.type(await field('Title'), 'Ship it')
  await user.selectOptions(await field('Project'), 'Gemini')
  await user.selectOptions(assignee, 'Dina Developer')
  await user.type(hours, '1.25')
  await user.click(create)
  expect(await screen.findByText(messages.tasks.hoursInvalid)).toBeVisible()
  await user.clear(hours)
  await user.type(hours, '12.5')
  expect(screen.getByText('12.5 = 12 h 30 min')).toBeVisible()
  await user.click(create)
  await waitFor(() => expect(here()).toBe('/tasks'))
  expect(await screen.findByText('Task "Ship it" has been created.')).toBeVisible()
  expect(api.named('POST /api/tasks').map(call => call.body)).toEqual([
    { title: 'Ship it', description: '', project_id: '3', assigned_to: '3', expected_hours: '12.5' },
  ])
})

test('a project in the URL presets and locks the selector', async () => {
  const { user, api } = await open('/tasks/new?projectId=3', { 'POST /api/tasks': { status: 500 } })
  allowConsole(/status 500/)
  const select = await field('Project')
  expect(select).toBeDisabled()
  expect(select).toHaveDisplayValue('Gemini')
  await user.type(await field('Title'), 'Ship it')
  await user.selectOptions(await field('Assign To'), '3')
  await user.type(await field('Expected Hours'), '2')
  await user.click(screen.getByRole('button', { name: 'Create Task' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to save task. Please try again.')
  expect(await field('Title')).toHaveValue('Ship it')
  expect(api.named('POST /api/tasks')[0]?.body).toMatchObject({ project_id: '3' })
})

test('an unknown project in the URL presets nothing', async () => {
  await open('/tasks/new?projectId=99')
  const select = await field('Project')
  expect(select).toBeEnabled()
  expect(select).toHaveValue('')
})

test('the edit form offers a deleted project and assignee of the task, and completing needs hours', async () => {
  const task = makeTask({ project_id: 8, project_name: 'Old', assigned_to: 88, assignee_name: 'Left Long' })
  const saved = ok({ data: { ...task, status: 'completed', actual_hours: 3 } })
  const { user, api, here } = await open('/tasks/edit/5', {
    'GET /api/tasks/5': ok({ data: task }),
    'PUT /api/tasks/5': saved,
  })
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Edit Task: Build the page' }),
  ).toBeInTheDocument()
  expect(await field('Project')).toHaveDisplayValue('Old (deleted)')
  expect(await field('Assign To')).toHaveDisplayValue('Left Long (deleted)')
  expect(screen.queryByLabelText('Actual Hours')).toBeNull()
  await user.selectOptions(await field('Status'), 'Completed')
  await user.click(screen.getByRole('button', { name: 'Update Task' }))
  expect(await screen.findByText('Please enter the actual hours spent on this task.')).toBeVisible()
  await user.type(await field('Actual Hours'), '3')
  await user.type(await field('Completion Note (optional)'), 'Done')
  await user.click(screen.getByRole('button', { name: 'Update Task' }))
  await waitFor(() => expect(here()).toBe('/tasks/5'))
  expect(api.named('PUT /api/tasks/5').map(call => call.body)).toEqual([
    {
      title: 'Build the page',
      description: 'With care',
      project_id: '8',
      assigned_to: '88',
      expected_hours: '7.5',
      status: 'completed',
      actual_hours: '3',
      completion_note: 'Done',
    },
  ])
})

test('an assignee whom the user does not see stays, unless another one is chosen', async () => {
  const task = makeTask({ assigned_to: null, assignee_name: null })
  const saved = ok({ data: task })
  const { user, api } = await open('/tasks/edit/5', {
    'GET /api/tasks/5': ok({ data: task }),
    'PUT /api/tasks/5': [saved, saved],
  })
  expect(await field('Assign To')).toHaveDisplayValue('Someone outside your teams')
  await user.selectOptions(await field('Assign To'), 'Dina Developer')
  await user.selectOptions(await field('Assign To'), 'Someone outside your teams')
  await user.click(screen.getByRole('button', { name: 'Update Task' }))
  await waitFor(() => expect(api.named('PUT /api/tasks/5')).toHaveLength(1))
  expect(api.named('PUT /api/tasks/5')[0]?.body).toMatchObject({ assigned_to: null })
})

test('reopening sends no hours and note, so the server keeps them', async () => {
  const task = makeTask({ status: 'completed', actual_hours: 3, completion_note: 'Done' })
  const { user, api } = await open('/tasks/edit/5', {
    'GET /api/tasks/5': ok({ data: task }),
    'PUT /api/tasks/5': refusal(400, 'Please check', { title: 'Title must be at most 200 characters' }),
  })
  allowConsole(/^Please check/)
  await user.selectOptions(await field('Status'), 'In Progress')
  await user.click(screen.getByRole('button', { name: 'Update Task' }))
  expect(await screen.findByText('Title must be at most 200 characters')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('Please check')
  expect(api.named('PUT /api/tasks/5')[0]?.body).not.toHaveProperty('actual_hours')
})

test('a failed load shows "Failed to load form data. Please try again later." and can be retried', async () => {
  allowConsole(/status 500/)
  const { user } = await open('/tasks/edit/5', {
    'GET /api/tasks/5': ok({ data: makeTask() }),
    'GET /api/projects': [{ status: 500 }, ok(projects)],
  })
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Failed to load form data. Please try again later.',
  )
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await field('Title')).toHaveValue('Build the page')
})

test('an unknown task shows "Task not found"', async () => {
  allowConsole(/^Task not found/)
  await open('/tasks/edit/5', { 'GET /api/tasks/5': refusal(404, 'Task not found') })
  expect(await screen.findByText('Task not found')).toBeVisible()
})

describe('a draft', () => {
  const create = { name: 'Create Task' }

  test('survives Cancel and can be discarded', async () => {
    const { user, unmount } = await open('/tasks/new')
    await user.type(await field('Title'), 'Half a title')
    await user.selectOptions(await field('Project'), 'Gemini')
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    await screen.findByRole('heading', { level: 1, name: 'Task Management' })
    unmount()
    await open('/tasks/new')
    expect(await field('Title')).toHaveValue('Half a title')
    expect(await field('Project')).toHaveDisplayValue('Gemini')
    expect(screen.getByText('We kept what you typed last time.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(await field('Title')).toHaveValue('')
    expect(await field('Title')).toHaveFocus()
    expect(screen.queryByText('We kept what you typed last time.')).toBeNull()
    expect(slotsWithPrefix('form-draft:')).toEqual([])
  })

  test('is removed once the task is saved, and Cancel is disabled until then', async () => {
    let reply = (_response: Response) => {}
    const { user, here } = await open('/tasks/new', {
      'POST /api/tasks': () => new Promise(resolve => (reply = resolve)),
    })
    await user.type(await field('Title'), 'Ship it')
    await user.selectOptions(await field('Project'), 'Gemini')
    await user.selectOptions(await field('Assign To'), 'Dina Developer')
    await user.type(await field('Expected Hours'), '2')
    await user.click(screen.getByRole('button', create))
    await screen.findByRole('button', { name: 'Creating...' })
    expect(screen.queryByRole('link', { name: 'Cancel' })).toBeNull()
    expect(screen.getByText('Cancel')).toHaveAttribute('aria-disabled', 'true')
    reply(answer(201, { data: makeTask({ title: 'Ship it' }) }))
    await waitFor(() => expect(here()).toBe('/tasks'))
    expect(slotsWithPrefix('form-draft:')).toEqual([])
  })

  test('of another version of the task is not restored', async () => {
    const { user, unmount } = await open('/tasks/edit/5', { 'GET /api/tasks/5': ok({ data: makeTask() }) })
    await user.type(await field('Title'), ' quickly')
    unmount()
    const { unmount: close } = await open('/tasks/edit/5', {
      'GET /api/tasks/5': ok({ data: makeTask({ description: 'Somebody was faster' }) }),
    })
    expect(await field('Title')).toHaveValue('Build the page')
    close()
    await open('/tasks/edit/5', { 'GET /api/tasks/5': ok({ data: makeTask() }) })
    expect(await field('Title')).toHaveValue('Build the page quickly')
  })
})
