import type { ListedReport } from '#shared/contract/reports.ts'
import type { TeamDay, TeamDayEntry } from '#shared/contract/team-day.ts'
import type { Role } from '#shared/roles.ts'
import { makeReport } from './reports.ts'

export const reviewOf = (
  state: 'unreviewed' | 'reviewed' | 'needs_changes',
  name: string | null = null,
  comment_id: number | null = null,
): ListedReport['review'] => ({
  state,
  reviewer_name: name,
  reviewed_at: name && '2026-03-02T17:30:00.000Z',
  comment_id,
})

/** A user of the team, whose report has ten times their id. */
export function makeEntry(id: number, name: string, given: Partial<ListedReport> = {}): TeamDayEntry {
  const user = { id, name, role: 'developer' as Role }
  const report = makeReport({ id: id * 10, user_id: id, user_name: name, tasks: `Work of ${name}`, ...given })
  return { user, state: 'submitted', absence_kind: null, is_reminded: false, report }
}

export const withoutReport = (id: number, name: string, given: Partial<TeamDayEntry> = {}): TeamDayEntry => ({
  ...makeEntry(id, name),
  state: 'missing',
  report: null,
  ...given,
})

export function makeTeamDay(data: TeamDayEntry[], given: Partial<TeamDay> = {}): TeamDay {
  const count = (state: string) => data.filter(entry => entry.state === state).length
  const [submitted, late, missing, due] = ['submitted', 'late', 'missing', 'due'].map(count) as [
    number,
    number,
    number,
    number,
  ]
  return {
    date: '2026-03-02',
    today: '2026-03-02',
    holiday: null,
    reporters: 1,
    counts: {
      expected: submitted + late + missing + due,
      submitted,
      late,
      missing,
      due,
      off: count('off'),
      to_review: data.filter(({ user, report }) => user.id !== 7 && report?.review.state === 'unreviewed')
        .length,
    },
    needs_changes: data.filter(
      ({ user, report }) => user.id !== 7 && report?.review.state === 'needs_changes',
    ).length,
    earlier_to_review: 0,
    earlier_own: 0,
    data,
    user_ids: data.map(({ user }) => user.id),
    pagination: { total: data.length, pages: 1, page: 1, limit: 50 },
    ...given,
  }
}
