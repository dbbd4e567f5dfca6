import { type Cases, everyRole, idOf, teamOnly } from '../../../test/security/cases.ts'

export const cases: Cases = {
  ids: { 'activity-sources': 'activitySource', hooks: 'hook' },
  makers: ({ keeper, make, nowAs }) => ({
    activitySource: async owner =>
      idOf(
        await (await nowAs(await keeper())).post('/api/activity-sources', {
          name: `${teamOnly}source`,
          kind: 'github',
          project_id: await make('project', owner),
        }),
      ),
  }),
  fixed: { hook: () => ({ own: 'unknown', others: 'unknown', missing: 'unknown' }) },
  rows: {
    // The key of an address is not the id of anything, and this one is unknown.
    'POST /api/hooks/:key': everyRole(401),
  },
  prepared: {
    'POST /api/hooks/:key': async ({ as, cast, make }) => {
      const { id } = await make.project()
      const source = { name: 'GitLab', kind: 'gitlab', project_id: id }
      const { body } = await as(cast.ada).post('/api/activity-sources', source)
      return {
        url: new URL(body.address).pathname,
        payload: { object_kind: 'tag_push' },
        headers: { 'x-gitlab-token': body.secret },
      }
    },
  },
  // A push to an address, and the suggestions of the person who pushed.
  walk: async ({ as, call, cast, make }, visit) => {
    const { id } = await make.project()
    const { body } = await as(cast.ada).post('/api/activity-sources', {
      name: 'GitLab',
      kind: 'gitlab',
      project_id: id,
    })
    const commit = {
      id: '1f'.repeat(20),
      message: 'Work',
      timestamp: '2026-03-10T08:00:00Z',
      url: 'https://gitlab.example/1',
      author: { name: 'Dina', email: cast.dina.email },
    }
    await visit('POST /api/hooks/:key', () =>
      call({
        method: 'POST',
        url: new URL(body.address).pathname,
        headers: { 'x-gitlab-token': body.secret },
        payload: { object_kind: 'push', ref: 'refs/heads/main', project: {}, commits: [commit] },
      }),
    )
  },
}
