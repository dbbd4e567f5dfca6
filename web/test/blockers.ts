import type { Blocker, BlockerPage } from '#shared/contract/blockers.ts'

export const makeBlocker = (given: Partial<Blocker> = {}): Blocker => ({
  id: 1,
  text: 'Waiting for the design',
  report_id: 3,
  user_id: 7,
  user_name: 'Robin Reyes',
  project_id: 1,
  project_name: 'Apollo',
  opened_on: '2026-03-30',
  days_open: 1,
  owner_id: null,
  owner_name: null,
  resolved_at: null,
  resolved_by_name: null,
  note: null,
  is_shortened: false,
  ...given,
})

export const makeBlockerPage = (data: Blocker[] = [], total = data.length, page = 1): BlockerPage => ({
  data,
  pagination: { total, pages: Math.ceil(total / 50), page, limit: 50 },
})

/** Of a user without any, staff or reviewer. */
export const noBlockers = {
  'GET /api/blockers': { status: 200, body: makeBlockerPage() },
  'GET /api/blockers?userId=7': { status: 200, body: makeBlockerPage() },
}
