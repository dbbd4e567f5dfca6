import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Role } from '#shared/roles.ts'
import { fakeApi, makeToken, personOf } from '../../test/fake-api.ts'
import { renderApp } from '../../test/render-app.tsx'
import { makeReport, makeReportPage } from '../../test/reports.ts'
import { makeTask } from '../../test/tasks.ts'

const onDay = 'GET /api/reports/me?date=2026-03-02&limit=1&include_task_details=true'
const ok = (data: unknown) => ({ status: 200, body: { data } })

/** Completes a task, or moves it on, with today's report sent or not. */
async function update({
  role = 'developer' as Role,
  isSent = false,
  status = 'Completed',
  assigned_to = 7,
} = {}) {
  vi.useFakeTimers({ now: new Date(2026, 2, 2, 18), toFake: ['Date'] })
  localStorage.setItem('token', makeToken())
  const moved = makeTask({
    assigned_to,
    ...(status === 'Completed' ? { status: 'completed', actual_hours: 2 } : { status: 'in_progress' }),
  })
  const api = fakeApi(
    {
      'GET /api/auth/me': { status: 200, body: personOf(role) },
      'GET /api/tasks/5': ok(makeTask({ assigned_to })),
      'POST /api/tasks/5/status': ok(moved),
      [onDay]: { status: 200, body: makeReportPage(isSent ? [makeReport({})] : []) },
    },
    { othersWait: true },
  )
  renderApp('/tasks/5')
  const user = userEvent.setup()
  await user.selectOptions(await screen.findByLabelText('Status'), status)
  if (status === 'Completed') await user.type(screen.getByLabelText('Actual Hours'), '2')
  await user.click(screen.getByRole('button', { name: 'Update Status' }))
  await screen.findByText('Status updated.')
  return api
}
const offer = () => screen.queryByRole('link', { name: "Add to today's report" })

test("a completed task can be added to today's report", async () => {
  await update()
  await waitFor(() => expect(offer()).toHaveAttribute('href', '/reports/new?task=5'))
})

test("a completed task can't be added once today's report is sent", async () => {
  const api = await update({ isSent: true })
  await waitFor(() => expect(api.named(onDay)).toHaveLength(1))
  expect(offer()).toBeNull()
})

test('a task that is not completed is not offered for the report', async () => {
  const api = await update({ status: 'In Progress' })
  expect(offer()).toBeNull()
  expect(api.named(onDay)).toHaveLength(0)
})

test('a reviewer who completes the task of another user is not offered to add it', async () => {
  const api = await update({ role: 'manager', assigned_to: 3 })
  expect(offer()).toBeNull()
  expect(api.named(onDay)).toHaveLength(0)
})
