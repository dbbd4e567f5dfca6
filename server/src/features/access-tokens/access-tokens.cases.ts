import { type Cases, everyRole, idOf } from '../../../test/security/cases.ts'

export const cases: Cases = {
  ids: { tokens: 'accessToken' },
  makers: ({ nowAs }) => ({
    accessToken: async owner =>
      idOf(
        await (await nowAs(owner)).post('/api/account/tokens', {
          name: 'Script',
          scope: 'read',
          expires_in_days: 30,
        }),
      ),
  }),
  rows: {
    // The tokens of other users are not found, not even by an admin.
    'DELETE /api/account/tokens/:id': everyRole([200, 404, 404]),
  },
}
