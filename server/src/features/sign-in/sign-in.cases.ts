import { type Cases, everyRole, reviewers } from '../../../test/security/cases.ts'
import { issueCode } from '../../identity/one-time-codes.ts'

const password = 'quiet-violet-otter'

export const cases: Cases = {
  rows: {
    // The call is public. The credentials are wrong, so the status is 401.
    'POST /api/auth/login': {
      ...everyRole(401),
      body: ({ unique }) => ({ email: `unknown-${unique}@example.com`, password: 'wrong-password' }),
    },
    'POST /api/auth/register': reviewers(201),
    // Mail isn't set up, and the code is wrong.
    'POST /api/auth/forgot': everyRole(409),
    'GET /api/auth/reset': { ...everyRole(404), query: 'code=x' },
    'POST /api/auth/reset': everyRole(404),
  },
  prepared: {
    'POST /api/auth/login': async ({ cast }) => ({
      payload: { email: cast.dina.email, password: cast.dina.password },
    }),
    'POST /api/auth/forgot': async ({ cast }) => ({ payload: { email: cast.mark.email } }),
    'GET /api/auth/reset': async ({ cast, ctx, db }) => ({
      url: `/api/auth/reset?code=${(await issueCode(ctx, db, cast.mark.id, 'reset')).code}`,
    }),
    'POST /api/auth/reset': async ({ cast, ctx, db }) => {
      const { code } = await issueCode(ctx, db, cast.mark.id, 'reset')
      return { payload: { code, password } }
    },
  },
  // Registers with an invitation instead of a password.
  walk: ({ as, cast }, visit) =>
    visit('POST /api/auth/register', () =>
      as(cast.ada).post('/api/auth/register', {
        name: 'Iris Invited',
        email: 'iris@example.com',
        role: 'designer',
        invite: true,
      }),
    ),
}
