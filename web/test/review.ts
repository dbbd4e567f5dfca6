import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import type { Project } from '#shared/contract/projects.ts'
import type { ListedReport } from '#shared/contract/reports.ts'
import type { ListedUser } from '#shared/contract/users.ts'
import type { Role } from '#shared/roles.ts'
import { fakeApi, makeToken, personOf } from './fake-api.ts'
import { renderApp } from './render-app.tsx'
import { makeReport } from './reports.ts'

export type Answers = Parameters<typeof fakeApi>[0]

export const ok = (body: unknown) => ({ status: 200, body })
export const never = () => new Promise<Response>(() => {})

/** One page of the list of all reports, with its filters in the order of the URL. */
export const listCall = (page = 1, filters = '') =>
  `GET /api/reports?page=${page}&limit=10&include_task_details=true${filters}`

export const person = (id: number, name: string, role: Role = 'developer'): ListedUser => ({
  ...personOf(role),
  last_sign_in_at: null,
  time_zone: null,
  working_days: null,
  off_today: false,
  teams: [],
  id,
  name,
})

export const project = (id: number, name: string): Project => ({
  id,
  name,
  description: null,
  developers: [],
  created_at: '2026-01-05T08:00:00.000Z',
})

/** So many reports, numbered from the given one; each by a different user. */
export const reportsFrom = (first: number, count: number): ListedReport[] =>
  Array.from({ length: count }, (_, index) => {
    const id = first + index
    return makeReport({ id, user_id: id, user_name: `Person ${id}`, tasks: `Tasks ${id}` })
  })

/** Opens a reviewer's screen on 31 March 2026. */
export async function openAsReviewer(path: string, answers: Answers) {
  vi.useFakeTimers({ now: new Date(2026, 2, 31, 9), toFake: ['Date'] })
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  localStorage.setItem('token', makeToken())
  const api = fakeApi(
    { 'GET /api/auth/me': ok(personOf('manager')), ...answers },
    // Calls that don't matter for the test stay pending.
    { othersWait: true },
  )
  const app = renderApp(path)
  await screen.findByRole('heading', { level: 1 })
  return { ...app, api, user: userEvent.setup(), page: within(screen.getByRole('main')) }
}

export const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map(row => [...row.children].map(cell => cell.textContent?.trim()))

/** The files that the page has handed to the browser to save, with their names and texts. */
export function watchDownloads() {
  const saved: { name: string; text: Promise<string> }[] = []
  let last: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation(file => {
    last = file as Blob
    return 'blob:saved'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: last?.text() ?? Promise.resolve('') })
  })
  return saved
}
