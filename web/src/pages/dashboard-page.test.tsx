import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, makeToken, personOf } from '../../test/fake-api.ts'
import { renderApp } from '../../test/render-app.tsx'
import { makeReport, makeReportPage } from '../../test/reports.ts'
import { makeTaskPage } from '../../test/tasks.ts'

const onDay = (date: string) => `GET /api/reports/me?date=${date}&limit=1&include_task_details=true`
const submitted = (given = {}) => ({ status: 200, body: makeReportPage([makeReport(given)]) })
const noTasks = { status: 200, body: makeTaskPage([]) }
const nothing = { status: 200, body: makeReportPage([]) }

type Answers = Parameters<typeof fakeApi>[0]

async function open(answers: Answers) {
  vi.useFakeTimers({ now: new Date(2026, 2, 2, 18), toFake: ['Date'] })
  localStorage.setItem('token', makeToken())
  fakeApi({
    'GET /api/auth/me': { status: 200, body: personOf('developer') },
    'GET /api/projects/me': { status: 200, body: [] },
    'GET /api/tasks?page=1&limit=5&status=in_progress': noTasks,
    'GET /api/tasks?page=1&limit=5&status=pending': noTasks,
    ...answers,
  })
  renderApp('/dashboard')
  const card = within(await screen.findByRole('region', { name: "Today's Status" }))
  return { card, user: userEvent.setup() }
}

const reminder = () => screen.queryByText(/daily report by 11:59 PM/)

test('submitted: the time, the hours and a View link; no reminder any more', async () => {
  const { card } = await open({ [onDay('2026-03-02')]: submitted({ hours_worked: 7.3 }) })
  expect(await card.findByText(/^Submitted at/)).toBeVisible()
  expect(card.getByText(/\d:\d\d/)).toHaveAttribute('datetime', '2026-03-02T16:42:00.000Z')
  expect(card.getByText('7h 30m logged')).toBeVisible()
  const view = card.getByRole('link', { name: /^View/ })
  expect(view).toHaveTextContent('View')
  expect(view).toHaveAttribute('href', '/reports/3')
  expect(card.queryByText(/Task details missing/)).toBeNull()
  expect(reminder()).toBeNull()
})

test.each([[], undefined])('without task details it says what the hours are', async task_details => {
  const { card } = await open({ [onDay('2026-03-02')]: submitted({ task_details }) })
  expect(await card.findByText('Task details missing - showing stored hours')).toBeVisible()
  expect(card.getByText('1h 15m logged')).toBeVisible()
})

test('not submitted: says so, with a Submit Now link and the reminder', async () => {
  const { card } = await open({ [onDay('2026-03-02')]: nothing })
  expect(await card.findByText('Not submitted')).toBeVisible()
  expect(card.getByRole('link', { name: 'Submit Now' })).toHaveAttribute('href', '/reports/new')
  expect(reminder()).toBeVisible()
})

test('loading: neither is claimed, and the reminder only keeps its place', async () => {
  const { card } = await open({ [onDay('2026-03-02')]: () => new Promise<Response>(() => {}) })
  expect(card.getByText('Loading...')).toBeInTheDocument()
  expect(card.queryByRole('link')).toBeNull()
  expect(reminder()).not.toBeVisible()
})

test('"Failed to load reports", and another try', async () => {
  allowConsole(/^The server answered with status 500/)
  const { card, user } = await open({ [onDay('2026-03-02')]: [{ status: 500 }, nothing] })
  expect(await card.findByRole('alert')).toHaveTextContent('Failed to load reports')
  expect(reminder()).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Try again' }))
  expect(await card.findByText('Not submitted')).toBeVisible()
})

test('after midnight the card is about the new day', async () => {
  const { card } = await open({ [onDay('2026-03-02')]: submitted(), [onDay('2026-03-03')]: nothing })
  await card.findByText(/^Submitted at/)
  vi.setSystemTime(new Date(2026, 2, 3, 0, 1))
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(await card.findByText('Not submitted')).toBeVisible()
  await waitFor(() => expect(reminder()).toBeVisible())
})
