import { type Cases, everyRole } from '../../../test/security/cases.ts'

export const cases: Cases = {
  ids: { 'sign-ins': 'signIn' },
  makers: ({ db, newToken }) => ({
    signIn: async owner => {
      await newToken(owner)
      const { public_id } = await db
        .selectFrom('sign_ins')
        .select('public_id')
        .where('user_id', '=', owner.id)
        .orderBy('public_id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return public_id
    },
  }),
  rows: {
    // The current password is wrong here. account.api.test.ts covers the right one.
    'PUT /api/account/password': everyRole(400),
    // The sign-ins of other users are not found, not even by an admin.
    'DELETE /api/account/sign-ins/:id': everyRole([200, 404, 404]),
  },
  prepared: {
    'PUT /api/account/password': async ({ cast: { desi } }) => ({
      payload: { current_password: desi.password, password: desi.password },
      caller: desi,
    }),
  },
}
