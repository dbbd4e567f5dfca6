import { type Cases, everyRole, found, idOf, reviewers, teamOnly } from '../../../test/security/cases.ts'
import { currentCode } from './activity-code.ts'

// Managers don't decide about what they list themselves.
const notOwnOfManagers = { ...reviewers([403, 200, 404]), admin: found }

export const cases: Cases = {
  ids: { 'activity-sources': 'activitySource', 'activity-claims': 'activityClaim', hooks: 'hook' },
  makers: ({ db, clock, keeper, make, nowAs, unique }) => ({
    activityClaim: async owner => {
      const claim = { kind: 'email' as const, name: `${teamOnly}${unique()}@home.example` }
      const { id } = await db
        .insertInto('activity_claims')
        .values({ user_id: owner.id, ...claim, claimed_at: clock.now().toISOString() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
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
    // The code is wrong here, and no mail server is set up. activity-claims.api.test.ts covers the right one.
    'POST /api/account/activity-claims/:id/code': everyRole([400, 404, 404]),
    'POST /api/account/activity-claims/:id/mail': everyRole([409, 404, 404]),
    'GET /api/activity-claims': reviewers(200),
    'POST /api/activity-claims/:id/confirm': notOwnOfManagers,
    'DELETE /api/activity-claims/:id': notOwnOfManagers,
  },
  prepared: {
    'POST /api/account/activity-claims/:id/code': async ({ cast, clock, ctx, db }) => {
      const now = clock.now().toISOString()
      const claim = await db
        .insertInto('activity_claims')
        .values({
          ...{ user_id: cast.ada.id, kind: 'email', name: 'with-code@home.example' },
          ...{ claimed_at: now, code_sent_at: now },
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return {
        url: `/api/account/activity-claims/${claim.id}/code`,
        payload: { code: currentCode(ctx, claim) },
      }
    },
    'POST /api/account/activity-claims/:id/mail': async ({ cast, clock, db }) => {
      const { id } = await db
        .insertInto('activity_claims')
        .values({
          ...{ user_id: cast.ada.id, kind: 'email', name: 'without-code@home.example' },
          claimed_at: clock.now().toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { url: `/api/account/activity-claims/${id}/mail` }
    },
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
