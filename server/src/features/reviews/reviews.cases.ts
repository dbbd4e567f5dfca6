import { reportBody } from '../../../test/make.ts'
import { type Cases, reviewers } from '../../../test/security/cases.ts'

export const cases: Cases = {
  rows: {
    // Reviewers can review the reports of others, but not their own.
    'POST /api/reports/:id/review': {
      ...reviewers([403, 200, 404]),
      body: () => ({ state: 'needs_changes', comment: 'Which page?', seen: null }),
    },
    'POST /api/reports/review': reviewers(200),
  },
  // Visits each change of state, and the edit that follows a request for changes.
  walk: async ({ as, cast, make }, visit) => {
    const { id: project_id } = await make.project({ developers: [cast.omar.id] })
    const { id } = await make.report(cast.omar, { project_id })
    const review = (body: object) =>
      visit('POST /api/reports/:id/review', () => as(cast.ada).post(`/api/reports/${id}/review`, body))
    await review({ state: 'needs_changes', comment: 'Which page?' })
    await visit('POST /api/reports/review', () =>
      as(cast.ada).post('/api/reports/review', { ids: [1, 2, id], state: 'reviewed' }),
    )
    await review({ state: 'needs_changes', seen: { revision: 1, state: 'reviewed' } })
    await visit('PUT /api/reports/:id', () =>
      as(cast.omar).put(`/api/reports/${id}`, reportBody({ project_id })),
    )
    // Undoes the decision.
    await review({ state: 'reviewed' })
    await review({ state: 'unreviewed' })
    await visit('GET /api/reports/:id/revisions', () => as(cast.ada).get(`/api/reports/${id}/revisions`))
  },
}
