import { expect } from 'vitest'
import {
  type Cases,
  found,
  listOfPerson,
  ownersAnd,
  privateTo,
  reviewers,
} from '../../../test/security/cases.ts'

export const cases: Cases = {
  ids: { blockers: 'blocker' },
  makers: ({ db, make, nowAs }) => ({
    blocker: async owner => {
      const report_id = await make('report', owner)
      const { id } = await db
        .selectFrom('blockers')
        .select('id')
        .where('report_id', '=', report_id)
        .executeTakeFirstOrThrow()
      return id
    },
    resolvedBlocker: async owner => {
      const id = await make('blocker', owner)
      const reply = await (await nowAs(owner)).post(`/api/blockers/${id}/resolve`, {
        note: `${privateTo(owner)}note`,
      })
      expect(reply.status, reply.text).toBe(200)
      return id
    },
  }),
  rows: {
    'GET /api/blockers': listOfPerson,
    'PUT /api/blockers/:id': { ...reviewers(found), body: () => ({ owner_id: null }) },
    'POST /api/blockers/:id/resolve': ownersAnd(200),
    'POST /api/blockers/:id/reopen': { ...ownersAnd(200), thing: 'resolvedBlocker' },
  },
}
