import { type Cases, idOf, ownersAnd, teamOnly } from '../../../test/security/cases.ts'

export const cases: Cases = {
  ids: { projects: 'project', project: 'project' },
  makers: ({ keeper, nowAs, unique }) => ({
    project: async owner =>
      idOf(
        await (await nowAs(await keeper())).post('/api/projects', {
          name: `${teamOnly}project ${unique()}`,
          description: `${teamOnly}description`,
          developers: [owner.id],
        }),
      ),
  }),
  rows: {
    'GET /api/projects/user/:id': ownersAnd(200),
  },
}
