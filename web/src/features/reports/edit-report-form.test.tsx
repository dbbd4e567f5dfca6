import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Report } from '#shared/contract/reports.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { answer, refusal } from '../../../test/fake-api.ts'
import {
  apollo,
  openAs,
  pass,
  row,
  rowCount,
  saved,
  startClock,
  submitButton,
  summary,
  total,
} from '../../../test/report-form.tsx'
import { makeComment, makeDetails, makeReport, makeReview } from '../../../test/reports.ts'

beforeEach(startClock)

type Answers = Parameters<typeof openAs>[2]

const path = '/reports/edit/3'
const details = (given: Partial<Report> = {}, edit_window_days = 3) => ({
  status: 200,
  body: makeDetails({ report: makeReport({ date: '2026-03-31', ...given }), edit_window_days }),
})
const get = 'GET /api/reports/3?include_task_details=true'
const put = 'PUT /api/reports/3'

async function openEdit(answers: Answers = {}) {
  const app = openAs('developer', path, { [get]: details(), ...answers })
  await screen.findByRole('button', { name: 'Update Report' })
  return app
}

test('the form shows the report, with the date disabled', async () => {
  await openEdit()
  expect(screen.getByRole('heading', { level: 1, name: 'Edit Daily Report' })).toBeVisible()
  expect(screen.getByLabelText('Date')).toBeDisabled()
  expect(screen.getByLabelText('Date')).toHaveValue('Tuesday, March 31, 2026')
  expect(summary()).toHaveValue('Wrote the importer')
  expect(summary()).toHaveFocus()
  expect(rowCount()).toBe(2)
  expect(row(1).project()).toHaveDisplayValue('Apollo')
  expect((row(2).hours() as HTMLInputElement).value).toBe('0.30')
  expect(total()).toHaveTextContent('1.15 (1 h 15 min)')
  expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/reports/3')
})

test('a project that was deleted since can still be selected', async () => {
  const { user, api } = await openEdit({
    'GET /api/projects/me': { status: 200, body: [apollo] },
    [put]: { status: 200, body: saved },
  })
  expect(row(2).project()).toHaveDisplayValue('Gemini')
  await user.click(submitButton())
  await screen.findByText(messages.reports.updated)
  expect(api.named(put)[0]?.body).toMatchObject({ task_details: [{ project_id: 1 }, { project_id: 2 }] })
})

test('an update is sent, shows "Updating..." and opens the report after 2 seconds', async () => {
  let reply = (_response: Response) => {}
  const { user, api, here } = await openEdit({
    [put]: () =>
      new Promise(resolve => {
        reply = resolve
      }),
  })
  await user.type(summary(), ' and more')
  await user.click(submitButton())
  expect(screen.getByRole('button', { name: 'Updating...' })).toBeDisabled()
  reply(answer(200, saved))
  expect(await screen.findByText(messages.reports.updated)).toBeVisible()
  expect(api.named(put)[0]?.body).toMatchObject({
    date: '2026-03-31',
    tasks: 'Wrote the importer and more',
    project_id: 1,
    hours_worked: 1.15,
  })
  await pass(limits.redirectDelayMs - 500)
  expect(here()).toBe(path)
  await pass(500)
  expect(here()).toBe('/reports/3')
})

describe('a submit with invalid fields', () => {
  test('names missing descriptions or hours', async () => {
    const { user } = await openEdit()
    await user.clear(row(2).hours())
    await user.selectOptions(row(1).project(), '')
    await user.click(submitButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Please fill in all task descriptions and hours',
    )
    expect(row(1).project()).toHaveFocus()
  })

  test('names a missing project', async () => {
    const { user } = await openEdit()
    await user.selectOptions(row(1).project(), '')
    await user.click(submitButton())
    expect(await screen.findByRole('alert')).toHaveTextContent('Please select a project')
  })
})

describe('a report that cannot be edited', () => {
  test.each([403, 404])('status %d: the form says not found or no permission', async status => {
    allowConsole(/./)
    openAs('developer', path, { [get]: refusal(status, 'Report not found') })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      "Report not found or you don't have permission to edit it.",
    )
  })

  test('the report of another user, which a reviewer may only read', async () => {
    openAs('admin', path, { [get]: details({ user_id: 9 }) })
    expect(await screen.findByRole('alert')).toHaveTextContent(messages.reports.notYours)
    expect(screen.queryByRole('button', { name: 'Update Report' })).toBeNull()
  })

  test('a report that fails to load can be loaded again', async () => {
    allowConsole(/^Broken/)
    const { user } = openAs('developer', path, { [get]: [refusal(500, 'Broken'), details()] })
    expect(await screen.findByText('Failed to load report. Please try again.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Update Report' })).toBeVisible()
  })

  test.each([
    ['2026-03-28', 3, 'Reports can only be edited within 3 days of creation.'],
    ['2026-03-30', 1, 'Reports can only be edited on the same day they were created'],
  ])(
    'a report of %s with a window of %d days is too late, and redirects to /reports after 3 seconds',
    async (date, days, sentence) => {
      const { here } = openAs('developer', path, { [get]: details({ date }, days) })
      expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
      await pass(limits.tooLateRedirectDelayMs - 500)
      expect(here()).toBe(path)
      await pass(500)
      expect(here()).toBe('/reports')
    },
  )

  test('a report can be edited on the last day of the window', async () => {
    await openEdit({ [get]: details({ date: '2026-03-29' }) })
  })
})

describe('while changes are asked for', () => {
  const review = makeReview({ state: 'needs_changes', reviewer_name: 'Max Muster', comment_id: 2 })
  const needsChanges = (date: string) => ({
    status: 200,
    body: makeDetails({
      report: makeReport({ date, review }),
      comments: [makeComment(2, { comment: 'Which importer?' })],
    }),
  })

  test('the request is above the form, and the report can be edited after the window', async () => {
    await openEdit({ [get]: needsChanges('2026-01-05') })
    const notice = screen.getByRole('region', { name: 'Max Muster asked for changes' })
    expect(notice).toHaveTextContent('Which importer?')
    expect(notice.compareDocumentPosition(summary())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('the server refuses the update if another reviewer was quicker', async () => {
    allowConsole(/./)
    const { user, here } = await openEdit({
      [get]: needsChanges('2026-01-05'),
      [put]: refusal(403, messages.reports.editWithin(3)),
    })
    await user.type(summary(), '!')
    await user.click(submitButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(messages.reports.editWithin(3))
    await pass(limits.tooLateRedirectDelayMs)
    expect(here()).toBe('/reports')
  })

  test('the form of a reviewed report shows no review', async () => {
    const reviewed = makeReview({ state: 'reviewed', reviewer_name: 'Max Muster' })
    await openEdit({ [get]: details({ review: reviewed }) })
    expect(screen.queryByText(/Max Muster/)).toBeNull()
  })
})

describe('a failed update', () => {
  async function tryToUpdate(reply: NonNullable<Answers>[string]) {
    allowConsole(/./)
    const app = await openEdit({ [put]: reply })
    await app.user.type(summary(), '!')
    await app.user.click(submitButton())
    return { ...app, alert: await screen.findByRole('alert') }
  }

  test.each([messages.reports.editSameDay, messages.reports.editWithin(3)])(
    '"%s" is shown, and redirects to /reports after 3 seconds',
    async sentence => {
      const { alert, here } = await tryToUpdate(refusal(403, sentence))
      expect(alert).toHaveTextContent(sentence)
      expect(submitButton()).toBeDisabled()
      await pass(limits.tooLateRedirectDelayMs - 500)
      expect(here()).toBe(path)
      await pass(500)
      expect(here()).toBe('/reports')
    },
  )

  test.each([
    ['another sentence', refusal(500, 'Odd'), 'Odd'],
    ['none', { status: 502, body: 'Bad gateway' }, 'Failed to update report'],
    ['no response', 'no response' as const, messages.general.noResponse],
    ['project', refusal(400, messages.reports.projectMissing), messages.reports.projectUnavailable],
  ])('%s', async (_what, reply, sentence) => {
    const { alert } = await tryToUpdate(reply)
    expect(alert).toHaveTextContent(sentence)
    expect(summary()).toHaveValue('Wrote the importer!')
    expect(submitButton()).toBeEnabled()
  })

  test('an expired session is explained, and redirects to /login after 2 seconds', async () => {
    const { alert, here } = await tryToUpdate(refusal(401, 'Token is not valid'))
    expect(alert).toHaveTextContent(messages.reports.sessionExpired)
    await pass(limits.redirectDelayMs)
    expect(here()).toBe('/login')
  })
})

describe('the draft of an edit', () => {
  test('is stored per report, and removed after a successful update', async () => {
    const first = await openEdit()
    await first.user.type(summary(), ' (draft)')
    first.unmount()
    const { user } = await openEdit({ [put]: { status: 200, body: saved } })
    expect(summary()).toHaveValue('Wrote the importer (draft)')
    expect(screen.getByText('Restored your draft from 5:42 PM.')).toBeVisible()
    await user.click(submitButton())
    await screen.findByText(messages.reports.updated)
    expect(localStorage.getItem('report-draft:7:report-3')).toBeNull()
  })

  test('warns when the report has changed since, and can be discarded', async () => {
    const first = await openEdit()
    await first.user.type(summary(), ' (draft)')
    first.unmount()
    const { user } = await openEdit({ [get]: details({ tasks: 'Changed on the phone' }) })
    expect(screen.getByText(/The report has changed since/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Discard draft' }))
    await waitFor(() => expect(summary()).toHaveValue('Changed on the phone'))
  })
})
