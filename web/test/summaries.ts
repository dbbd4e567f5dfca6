import type { Summary } from '#shared/contract/summaries.ts'

const person = (id: number, name: string) => ({ id, name, role: 'developer' as const })

/** Friday 13 March 2026: two of three have reported, one was late. */
export const makeSummary = (given: Partial<Summary> = {}): Summary => ({
  date: '2026-03-13',
  today: '2026-03-16',
  previous: '2026-03-12',
  next: '2026-03-16',
  holiday: null,
  counts: {
    expected: 3,
    submitted: 1,
    late: 1,
    missing: 1,
    due: 0,
    off: 1,
    to_review: 1,
    earlier_to_review: 2,
  },
  reported: [
    { user: person(2, 'Dina Developer'), report_id: 20, is_late: false, review_state: 'unreviewed' },
    { user: person(3, 'Omar Developer'), report_id: 30, is_late: true, review_state: 'reviewed' },
  ],
  missing: [person(4, 'Mark Marketing')],
  due: [],
  off: [person(5, 'Desi Designer')],
  blockers: {
    total: 1,
    data: [
      {
        id: 1,
        text: 'No test server',
        report_id: 20,
        user_name: 'Dina Developer',
        project_name: 'Apollo',
        owner_name: null,
        opened_on: '2026-03-09',
        days_open: 7,
      },
    ],
  },
  hours: {
    minutes: 450,
    minutes_before: 330,
    projects: [{ id: 1, name: 'Apollo', minutes: 450, minutes_before: 330 }],
  },
  week: null,
  ...given,
})
