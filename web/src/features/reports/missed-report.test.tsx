import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { refusal } from '../../../test/fake-api.ts'
import {
  fillIn,
  onDay,
  openAs,
  pass,
  saved,
  startClock,
  submitButton,
  summary,
  today,
} from '../../../test/report-form.tsx'
import { makeReport, makeReportPage } from '../../../test/reports.ts'

beforeEach(startClock)

type Answers = Parameters<typeof openAs>[2]

const none = { status: 200, body: makeReportPage([]) }
const missed = (...days: string[]) => ({ status: 200, body: { days, reminders: [] } })
const yesterday = '2026-03-30'

async function openOn(day: string, answers: Answers = {}) {
  const app = openAs('developer', `/reports/new?date=${day}`, { [onDay(day)]: none, ...answers })
  await screen.findByRole('button', { name: 'Submit Report' })
  return app
}

const date = () => screen.getByLabelText('Date')

test('a report of an earlier day in the window has a read-only date, which is sent', async () => {
  const { user, api, here } = await openOn(yesterday, { 'POST /api/reports': { status: 201, body: saved } })
  expect(date()).toHaveAttribute('readonly')
  expect(date()).toHaveDisplayValue('Monday, March 30, 2026')
  expect(here()).toBe('/reports/new?date=2026-03-30')
  await fillIn(user)
  await user.click(submitButton())
  expect(await screen.findByText(messages.reports.submitted)).toBeVisible()
  expect(api.named('POST /api/reports')[0]?.body).toMatchObject({ date: yesterday })
  await pass(limits.redirectDelayMs)
  expect(here()).toBe('/reports')
})

test('after a missed report was sent, the page does not redirect to the form of today', async () => {
  const { user, here } = await openOn(yesterday, {
    'POST /api/reports': { status: 201, body: saved },
    [onDay(yesterday)]: [none, { status: 200, body: makeReportPage([makeReport({ date: yesterday })]) }],
  })
  await fillIn(user)
  await user.click(submitButton())
  await screen.findByText(messages.reports.submitted)
  await pass(100)
  expect(here()).toBe('/reports/new?date=2026-03-30')
})

test.each([
  ['in the future', '2026-04-01', {}],
  ['outside the window', '2026-03-28', {}],
  ['that is no day', '2026-02-30', {}],
  ['that is nothing', 'yesterday', {}],
  [
    'with a report',
    yesterday,
    { [onDay(yesterday)]: { status: 200, body: makeReportPage([makeReport({ date: yesterday })]) } },
  ],
] as const)("a date %s opens today's report", async (_, day, answers) => {
  const { here } = await openOn(day, { 'GET /api/reports/missed': missed(), ...answers })
  await waitFor(() => expect(here()).toBe('/reports/new'))
  await waitFor(() => expect(date()).toHaveDisplayValue('Tuesday, March 31, 2026'))
})

test("a day that was missed in the account's time zone is open, even if it is not in the browser's", async () => {
  const { here } = await openOn('2026-03-28', { 'GET /api/reports/missed': missed('2026-03-28') })
  expect(date()).toHaveDisplayValue('Saturday, March 28, 2026')
  expect(here()).toBe('/reports/new?date=2026-03-28')
})

test('a day with a draft is open, however long ago', async () => {
  const { here } = await openOn('2025-03-29', {
    'GET /api/reports/missed': {
      status: 200,
      body: { days: ['2025-03-29'], drafts: ['2025-03-29'], reminders: [] },
    },
  })
  expect(date()).toHaveDisplayValue('Saturday, March 29, 2025')
  expect(here()).toBe('/reports/new?date=2025-03-29')
})

test('the edit window can be configured', async () => {
  document.documentElement.dataset.editDays = '1'
  try {
    const { here } = await openOn('2026-03-29', { 'GET /api/reports/missed': missed() })
    await waitFor(() => expect(here()).toBe('/reports/new'))
  } finally {
    delete document.documentElement.dataset.editDays
  }
})

test('each day has its own draft', async () => {
  const earlier = await openOn(yesterday)
  await earlier.user.type(summary(), 'Of yesterday')
  await pass(limits.draftSaveMs)
  earlier.unmount()

  const now = openAs('developer', '/reports/new', { [onDay(yesterday)]: none })
  await screen.findByRole('button', { name: 'Submit Report' })
  expect(summary()).toHaveValue('')
  expect(screen.getByText(messages.reports.draftEarlier('Monday, March 30, 2026'))).toBeVisible()
  await now.user.type(summary(), 'Of today')
  await pass(limits.draftSaveMs)
  await now.user.click(screen.getByRole('link', { name: 'Continue for that day' }))
  await waitFor(() => expect(date()).toHaveDisplayValue('Monday, March 30, 2026'))
  expect(summary()).toHaveValue('Of yesterday')
  expect(localStorage.getItem(`report-draft:7:${today}`)).toContain('Of today')
  expect(localStorage.getItem(`report-draft:7:${yesterday}`)).toContain('Of yesterday')
})

test('a draft of an earlier day is not offered for a missed day', async () => {
  const values = {
    tasks: 'Older',
    blockers: '',
    tomorrow_plan: '',
    task_details: [{ project_id: '', description: '', hours: '' }],
  }
  const draft = { saved_at: '2026-03-29T10:00:00.000Z', based_on: '', values }
  localStorage.setItem('report-draft:7:2026-03-29', JSON.stringify(draft))
  await openOn(yesterday)
  expect(screen.queryByRole('button', { name: 'Continue today' })).toBeNull()
  expect(localStorage.getItem('report-draft:7:2026-03-29')).toContain('Older')
})

test("a report that was sent from elsewhere meanwhile is shown with its day, not as today's", async () => {
  allowConsole(/already submitted/)
  const { user } = await openOn(yesterday, {
    'POST /api/reports': refusal(409, messages.reports.alreadySubmitted),
    [onDay(yesterday)]: [none, { status: 200, body: makeReportPage([makeReport({ date: yesterday })]) }],
  })
  await fillIn(user)
  await user.click(submitButton())
  expect(await screen.findByRole('alert')).toHaveTextContent(messages.reports.alreadySubmitted)
  expect(await screen.findByRole('heading', { name: 'Monday, March 30, 2026' })).toBeVisible()
  expect(screen.queryByText(messages.reports.alreadySubmittedToday)).toBeNull()
  expect(summary()).toHaveValue('Shipped it')
})
