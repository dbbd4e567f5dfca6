import { type Cases, everyRole } from '../../../test/security/cases.ts'
import type { Db } from '../../db/schema.ts'
import { writeCookie } from './flow-cookies.ts'
import { waitFor } from './single-sign-on.service.ts'

async function insertIdentity(db: Db, { id: user_id, email }: Owner, unique: number): Promise<number> {
  const identity = { issuer: 'https://login.example.com', subject: `subject ${unique} of ${user_id}` }
  const created_at = '2026-01-05T09:00:00.000Z'
  const row = { user_id, ...identity, email, created_at, last_used_at: null }
  return (await db.insertInto('identities').values(row).returning('id').executeTakeFirstOrThrow()).id
}
type Owner = { id: number; email: string }

// The server of these tests has no provider. single-sign-on.api.test.ts has one.
export const cases: Cases = {
  ids: { identities: 'identity' },
  makers: ({ db, unique }) => ({ identity: owner => insertIdentity(db, owner, unique()) }),
  rows: {
    // Both lead to the login page, which says that there is no provider.
    'GET /api/auth/oidc': everyRole(302),
    'GET /api/auth/oidc/callback': everyRole(302),
    // There is no sign-in that waits.
    'POST /api/auth/oidc/session': { ...everyRole(401), body: () => ({}) },
    'POST /api/account/identities': everyRole(409),
    // The password is missing here.
    'DELETE /api/account/identities/:id': { ...everyRole(400), body: () => ({}) },
  },
  prepared: {
    'GET /api/auth/oidc': async () => ({}),
    'GET /api/auth/oidc/callback': async () => ({}),
    'POST /api/auth/oidc/session': async ({ cast, ctx, db }) => {
      const person = {
        ...{ issuer: 'https://login.example.com', subject: 'mark', email: cast.mark.email, isVerified: true },
        ...{ name: 'Mark', groups: undefined },
      }
      const result = await db.transaction().execute(trx => waitFor(ctx, trx, cast.mark.id, person))
      const [cookie = ''] = writeCookie(ctx, 'result', result, false).split(';')
      return { payload: {}, headers: { cookie } }
    },
    'POST /api/account/identities': async ({ cast: { desi } }) => ({
      payload: { password: desi.password },
      caller: desi,
    }),
    'DELETE /api/account/identities/:id': async ({ db, make }) => {
      const caller = await make.user()
      const id = await insertIdentity(db, caller, caller.id)
      return { caller, payload: { password: caller.password }, url: `/api/account/identities/${id}` }
    },
  },
}
