import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { makeToken, refusal } from '../../../test/fake-api.ts'
import {
  fillIn,
  gemini,
  onDay,
  openNew,
  pass,
  row,
  saved,
  startClock,
  submitButton,
  summary,
  today,
} from '../../../test/report-form.tsx'
import { makeReport, makeReportPage, makeRow } from '../../../test/reports.ts'

beforeEach(startClock)

type Answers = Parameters<typeof openNew>[0]

async function tryToSubmit(answers: Answers) {
  const app = await openNew(answers)
  await fillIn(app.user)
  await app.user.click(submitButton())
  return { ...app, alert: await screen.findByRole('alert') }
}

const expectEverythingKept = () => {
  expect(summary()).toHaveValue('Shipped it')
  expect(row(1).description()).toHaveValue('Packed')
  expect(row(1).hours()).toHaveValue(7.3)
  expect(submitButton()).toBeEnabled()
}

describe('a failed submit explains why, focuses the alert and loses no text', () => {
  test.each([
    ['the server’s own sentence', refusal(500, 'The disk is on fire'), 'The disk is on fire'],
    [
      '"Failed to submit report" without one',
      { status: 502, body: 'Bad gateway' },
      'Failed to submit report',
    ],
    ['no response', 'no response' as const, messages.general.noResponse],
  ])('%s', async (_what, reply, sentence) => {
    allowConsole(/./)
    const { alert } = await tryToSubmit({ 'POST /api/reports': reply })
    expect(alert).toHaveTextContent(sentence)
    expect(alert).toHaveFocus()
    expectEverythingKept()
  })

  test('and the report can be sent again', async () => {
    // This browser can't store the report either.
    allowConsole(/^No response|couldn't be stored/)
    const { user } = await tryToSubmit({ 'POST /api/reports': ['no response', { status: 201, body: saved }] })
    await user.click(submitButton())
    expect(await screen.findByText(messages.reports.submitted)).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

test('a report that was already submitted is explained and linked', async () => {
  allowConsole(/already submitted/)
  const none = { status: 200, body: makeReportPage([]) }
  const one = { status: 200, body: makeReportPage([makeReport({ date: today })]) }
  const { alert } = await tryToSubmit({
    'POST /api/reports': refusal(409, 'You have already submitted a report for this date'),
    [onDay(today)]: [none, one],
  })
  expect(alert).toHaveTextContent(
    'You have already submitted a report for today. Please edit your existing report if needed.',
  )
  expect(await screen.findByRole('link', { name: 'Edit Report' })).toHaveAttribute('href', '/reports/edit/3')
  expect(screen.getAllByText(messages.reports.alreadySubmittedToday)).toHaveLength(1)
  expectEverythingKept()
})

test('a report that the browser itself sent twice was submitted', async () => {
  allowConsole(/already submitted/)
  const task_details = [makeRow({ task_description: 'Packed', hours: 7.3 })]
  const same = makeReport({ date: today, tasks: 'Shipped it', task_details })
  const app = await openNew({
    'POST /api/reports': refusal(409, 'You have already submitted a report for this date'),
    [onDay(today)]: [
      { status: 200, body: makeReportPage([]) },
      { status: 200, body: makeReportPage([same]) },
    ],
  })
  await fillIn(app.user)
  await app.user.click(submitButton())
  expect(await screen.findByText(messages.reports.submitted)).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a deleted project is explained in the alert and at its row, and no longer offered', async () => {
  allowConsole(/does not exist/)
  const both = { status: 200, body: [{ ...gemini, id: 1, name: 'Apollo' }, gemini] }
  const sentence = 'The selected project does not exist'
  const { alert, user, api } = await tryToSubmit({
    'GET /api/projects/me': [both, { status: 200, body: [gemini] }],
    'POST /api/reports': [
      refusal(400, sentence, { project_id: sentence, 'task_details.0.project_id': sentence }),
      { status: 201, body: saved },
    ],
  })
  expect(alert).toHaveTextContent(messages.reports.projectUnavailable)
  expect(row(1).project()).toHaveAccessibleDescription(messages.reports.projectUnavailable)
  expect(row(1).project()).toHaveFocus()
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Apollo' })).toBeNull())
  expect(row(1).project()).toHaveValue('')
  // A project that is not offered is not sent.
  await user.click(submitButton())
  await waitFor(() => expect(row(1).project()).toHaveAccessibleDescription('Project selection is required'))
  await user.selectOptions(row(1).project(), 'Gemini')
  await user.click(submitButton())
  await screen.findByText(messages.reports.submitted)
  expect(api.named('POST /api/reports').at(-1)?.body).toMatchObject({ project_id: 2 })
})

test('the server’s messages are under their fields until these are changed', async () => {
  allowConsole(/too odd/)
  const { user } = await tryToSubmit({
    'POST /api/reports': refusal(400, 'Hours too odd', { 'task_details.0.hours': 'Hours too odd' }),
  })
  expect(row(1).hours()).toHaveFocus()
  expect(row(1).hours()).toHaveAccessibleDescription('Hours too odd 7 h 30 min')
  await user.type(row(1).hours(), '{Backspace}')
  expect(row(1).hours()).not.toHaveAttribute('aria-invalid')
})

test('a message that belongs to no field leaves the focus on the alert', async () => {
  allowConsole(/^Odd/)
  const { alert } = await tryToSubmit({ 'POST /api/reports': refusal(400, 'Odd', { project_id: 'Odd' }) })
  expect(alert).toHaveFocus()
})

describe('an expired session', () => {
  const expired = { 'POST /api/reports': refusal(401, 'Token is not valid') }

  test('is explained, and redirects to /login after 2 seconds; after signing in the draft is restored', async () => {
    const { alert, here, unmount } = await tryToSubmit(expired)
    expect(alert).toHaveTextContent('Your session has expired. Please log in again.')
    expect(submitButton()).toBeDisabled()
    expect(localStorage.getItem('token')).toBeNull()
    await pass(limits.redirectDelayMs - 500)
    expect(here()).toBe('/reports/new')
    await pass(500)
    expect(here()).toBe('/login')
    expect(await screen.findByRole('heading', { name: 'Login to Daily Report App' })).toBeVisible()
    unmount()
    await openNew()
    expect(summary()).toHaveValue('Shipped it')
    expect(screen.getByText('Restored your draft from 5:42 PM.')).toBeVisible()
  })

  test('signs out a user who leaves the page before that', async () => {
    const { user, here } = await tryToSubmit(expired)
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(here()).toBe('/login'))
  })

  test('does not end a session that another tab has started meanwhile', async () => {
    const { here } = await tryToSubmit(expired)
    localStorage.setItem('token', makeToken({ exp: 4_000_000_001 }))
    await pass(limits.redirectDelayMs)
    expect(here()).toBe('/reports/new')
    expect(localStorage.getItem('token')).not.toBeNull()
    expectEverythingKept()
  })
})
