import { expect } from 'vitest'
import { reportBody } from '../../../test/make.ts'
import { type Cases, everyRole, ownersAnd, privateTo } from '../../../test/security/cases.ts'

export const cases: Cases = {
  ids: { reports: 'report' },
  makers: ({ freeDay, keeper, make, nowAs, unique }) => ({
    report: async owner => {
      const word = privateTo(owner)
      const project_id = await make('project', owner)
      const reply = await (await nowAs(owner)).post(
        '/api/reports',
        reportBody({
          date: freeDay(owner),
          tasks: `${word}summary`,
          blockers: `${word}blockers ${unique()}`,
          tomorrow_plan: `${word}plan`,
          project_id,
          task_details: [{ description: `${word}row`, hours: '1.30', project_id }],
        }),
      )
      expect(reply.status, reply.text).toBe(201)
      const { id } = reply.body.report
      const comment = await (await nowAs(await keeper())).post(`/api/reports/${id}/comments`, {
        comment: `${word}comment`,
      })
      expect(comment.status, comment.text).toBe(201)
      return id
    },
  }),
  rows: {
    'GET /api/reports/:id': ownersAnd(200),
    'GET /api/reports/:id/revisions': ownersAnd(200),
    // Only the author may edit a report, whatever the role.
    'PUT /api/reports/:id': everyRole([200, 403, 404]),
  },
}
