import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import type { Project } from '#shared/contract/projects.ts'
import type { Suggestions } from '#shared/contract/suggestions.ts'
import type { Role } from '#shared/roles.ts'
import { makeBlockerPage, noBlockers } from './blockers.ts'
import { fakeApi, personOf, tokenOf } from './fake-api.ts'
import { renderApp } from './render-app.tsx'
import { makeReport, makeReportPage } from './reports.ts'

type Answers = Parameters<typeof fakeApi>[0]

export const today = '2026-03-31'
export const onDay = (day: string) => `GET /api/reports/me?date=${day}&limit=1&include_task_details=true`

/** Of any day. */
export const suggestionsCall = 'GET /api/reports/suggestions?*'
/** Of any day. */
export const savedDraftCall = 'GET /api/reports/draft?*'
export const makeSuggestions = (given: Partial<Suggestions> = {}): Suggestions => ({
  plan: null,
  tasks: [],
  recent: [],
  activity: [],
  blockers: [],
  ...given,
})

export const makeProject = (id: number, name: string): Project => ({
  id,
  name,
  description: null,
  developers: [],
  created_at: '2026-01-05T08:00:00.000Z',
})

export const [apollo, gemini] = [makeProject(1, 'Apollo'), makeProject(2, 'Gemini')]

/** 31 March 2026, 17:42, on a clock that the test moves. */
export function startClock() {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 2, 31, 17, 42) })
}

export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Opens a screen as a user of this role; requests without a given answer stay pending. */
export function openAs(role: Role, path: string, answers: Answers = {}, id = 7) {
  localStorage.setItem('token', tokenOf(id))
  const api = fakeApi(
    {
      'GET /api/auth/me': { status: 200, body: { ...personOf(role), id } },
      'GET /api/projects/me': { status: 200, body: [apollo, gemini] },
      'GET /api/projects': { status: 200, body: [apollo, gemini] },
      [onDay(today)]: { status: 200, body: makeReportPage([]) },
      [`GET /api/blockers?userId=${id}`]: { status: 200, body: makeBlockerPage() },
      ...noBlockers,
      [savedDraftCall]: { status: 200, body: { draft: null } },
      [suggestionsCall]: { status: 200, body: makeSuggestions() },
      ...answers,
    },
    { othersWait: true },
  )
  const user = userEvent.setup({ delay: null, advanceTimers: vi.advanceTimersByTime })
  return { user, api, ...renderApp(path) }
}

export async function openNew(answers: Answers = {}, role: Role = 'developer', id = 7) {
  const app = openAs(role, '/reports/new', answers, id)
  await screen.findByRole('button', { name: 'Submit Report' })
  return app
}

export const saved = { msg: 'Saved', report: makeReport({ date: today }) }

export const summary = () => screen.getByLabelText('Summary of tasks')
export const blockers = () => screen.getByLabelText('Blockers (optional)')
export const plan = () => screen.getByLabelText("Tomorrow's plan (optional)")
export const submitButton = () => screen.getByRole('button', { name: /^(Submit|Update) Report$/ })
export const total = () => screen.getByText('Total hours').closest('output')

export function row(number: number) {
  const fields = within(screen.getByRole('group', { name: `Task ${number}` }))
  return {
    project: () => fields.getByLabelText('Project'),
    description: () => fields.getByLabelText('Description'),
    hours: () => fields.getByLabelText('Hours'),
    remove: () => fields.getByRole('button', { name: `Remove task ${number}` }),
  }
}
export const rowCount = () => screen.getAllByRole('group', { name: /^Task \d+$/ }).length

/** A report that passes every check. */
export async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(summary(), 'Shipped it')
  await user.selectOptions(row(1).project(), 'Apollo')
  await user.type(row(1).description(), 'Packed')
  await user.type(row(1).hours(), '7.3')
}
