import { type Cases, reviewers } from '../../../test/security/cases.ts'

const query = 'from=2026-03-01&to=2026-03-31'

export const cases: Cases = {
  rows: {
    'GET /api/insights/hours': { ...reviewers(200), query },
    'GET /api/insights/reporting': { ...reviewers(200), query },
  },
}
