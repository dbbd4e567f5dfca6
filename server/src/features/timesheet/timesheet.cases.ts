import { type Cases, reviewers } from '../../../test/security/cases.ts'

const period = 'from=2026-03-01&to=2026-03-31'

export const cases: Cases = {
  rows: {
    'GET /api/timesheet': { ...reviewers(200), query: `${period}&limit=50` },
    'GET /api/timesheet/export': { ...reviewers(200), query: `${period}&format=csv` },
  },
  shortPeriods: { 'GET /api/timesheet': 4, 'GET /api/timesheet/export': 4 },
}
