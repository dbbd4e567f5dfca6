import { type Cases, everyRole } from '../../../test/security/cases.ts'
import { writeCookie } from './flow-cookies.ts'
import { waitFor } from './single-sign-on.service.ts'

// The server of these tests has no provider. single-sign-on.api.test.ts has one.
export const cases: Cases = {
  ids: { identities: 'identity' },
  makers: ({ clock, db, unique }) => ({
    identity: async owner => {
      const created_at = clock.now().toISOString()
      const { id } = await db
        .insertInto('identities')
        .values({
          user_id: owner.id,
          issuer: 'https://login.example.com',
          subject: `subject ${unique()}`,
          email: owner.email,
          created_at,
          last_used_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
  }),
  rows: {
    // Both lead to the login page, which says that there is no provider.
    'GET /api/auth/oidc': everyRole(302),
    'GET /api/auth/oidc/callback': everyRole(302),
    // There is no sign-in that waits.
    'POST /api/auth/oidc/session': { ...everyRole(401), body: () => ({}) },
    'POST /api/account/identities': everyRole(409),
    // The identities of other users are not found, not even by an admin.
    'DELETE /api/account/identities/:id': everyRole([200, 404, 404]),
  },
  prepared: {
    'GET /api/auth/oidc': async () => ({}),
    'GET /api/auth/oidc/callback': async () => ({}),
    'POST /api/auth/oidc/session': async ({ cast, ctx, db }) => {
      const result = await db.transaction().execute(trx => waitFor(ctx, trx, cast.mark.id))
      const [cookie = ''] = writeCookie(ctx, 'result', result, false).split(';')
      return { payload: {}, headers: { cookie } }
    },
    'POST /api/account/identities': async ({ cast: { desi } }) => ({
      payload: { password: desi.password },
      caller: desi,
    }),
  },
}
