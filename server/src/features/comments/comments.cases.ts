import { type Cases, ownersAnd } from '../../../test/security/cases.ts'

export const cases: Cases = {
  rows: {
    'POST /api/reports/:id/comments': ownersAnd(201),
  },
  // The visited request replies to a comment.
  walk: async ({ as, cast, make }, visit) => {
    const { id: project_id } = await make.project({ developers: [cast.omar.id] })
    const report = await make.report(cast.omar, { project_id, date: '2026-03-09' })
    const comments = `/api/reports/${report.id}/comments`
    const [comment] = (await as(cast.ada).post(comments, { comment: 'Well done' })).body
    const mentions = [cast.omar.id, cast.max.id]
    await visit('POST /api/reports/:id/comments', () =>
      as(cast.ada).post(comments, { comment: 'Again', parent_id: comment.id, mentions }),
    )
  },
}
