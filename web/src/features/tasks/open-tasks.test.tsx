import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Role } from '#shared/roles.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { fakeApi, personOf, refusal } from '../../../test/fake-api.ts'
import { renderAt } from '../../../test/render-app.tsx'
import { makeTask, makeTaskPage } from '../../../test/tasks.ts'
import { ActorContext } from '../../lib/can.tsx'
import { OpenTasks, useOpenTasks } from './open-tasks.tsx'

const Shown = () => <OpenTasks tasks={useOpenTasks()} />

type Answers = Parameters<typeof fakeApi>[0]
const started = 'GET /api/tasks?page=1&limit=5&status=in_progress'
const pending = 'GET /api/tasks?page=1&limit=5&status=pending'
const ok = (body: unknown) => ({ status: 200, body })
const none = ok(makeTaskPage([]))

function open(answers: Answers, role: Role = 'developer') {
  localStorage.setItem('token', 'any')
  const api = fakeApi(answers)
  renderAt(
    '/dashboard',
    <ActorContext value={personOf(role)}>
      <Shown />
    </ActorContext>,
  )
  return { api, user: userEvent.setup() }
}

const one = makeTask({ id: 1, title: 'Started one', status: 'in_progress' })
const two = makeTask({ id: 2, title: 'Waiting one' })

test('tasks in progress come first, five are shown, and a link counts the others', async () => {
  const six = Array.from({ length: 5 }, (_, index) => makeTask({ id: index + 10, title: `Waiting ${index}` }))
  open({ [started]: ok(makeTaskPage([one])), [pending]: ok(makeTaskPage(six, 7)) })
  const rows = await screen.findAllByRole('listitem')
  expect(rows).toHaveLength(5)
  expect(rows[0]).toHaveTextContent('Started one')
  expect(screen.getByRole('link', { name: '3 more' })).toHaveAttribute('href', '/tasks')
})

test('one click starts, one click pauses, and Complete opens the task', async () => {
  const moved = 'POST /api/tasks/2/status'
  const { user, api } = open({
    [started]: [ok(makeTaskPage([one])), ok(makeTaskPage([{ ...two, status: 'in_progress' }, one]))],
    [pending]: [ok(makeTaskPage([two])), none],
    [moved]: ok({ data: { ...two, status: 'in_progress' } }),
  })
  await user.click(await screen.findByRole('button', { name: 'Start Waiting one' }))
  expect(await screen.findByRole('button', { name: 'Pause Waiting one' })).toBeEnabled()
  expect(api.named(moved)[0]?.body).toEqual({ status: 'in_progress' })
  expect(screen.getByRole('link', { name: 'Complete Waiting one' })).toHaveAttribute('href', '/tasks/2')
})

test('a refusal is shown at its task', async () => {
  allowConsole(/^This task is already/)
  const { user } = open({
    [started]: ok(makeTaskPage([one])),
    [pending]: none,
    'POST /api/tasks/1/status': refusal(409, 'This task is already completed.'),
  })
  await user.click(await screen.findByRole('button', { name: 'Pause Started one' }))
  expect(await within(screen.getByRole('listitem')).findByRole('alert')).toHaveTextContent(
    'This task is already completed.',
  )
})

test('without open tasks one line says so', async () => {
  open({ [started]: none, [pending]: none })
  expect(await screen.findByText('No open tasks.')).toBeVisible()
})

test('a failed load shows an error that can be retried', async () => {
  allowConsole(/status 500/)
  const { user } = open({ [started]: [{ status: 500 }, none], [pending]: none })
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load tasks. Please try again later.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test.each(['admin', 'manager'] as const)('is not shown to a %s', role => {
  const { api } = open({}, role)
  expect(screen.queryByRole('region')).toBeNull()
  expect(api.calls).toEqual([])
})
