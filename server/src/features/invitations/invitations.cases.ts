import { invite } from '../../../test/invite.ts'
import { type Cases, everyRole, reviewers } from '../../../test/security/cases.ts'

const password = 'quiet-violet-otter'

export const cases: Cases = {
  rows: {
    // The code is wrong.
    'GET /api/auth/invitation': { ...everyRole(404), query: 'code=x' },
    'POST /api/auth/invitation': everyRole(404),
    // All these users have a password.
    'GET /api/users/:id/invitation': reviewers([409, 409, 404]),
    'POST /api/users/:id/invitation': reviewers([409, 409, 404]),
  },
  prepared: {
    'GET /api/auth/invitation': async app => ({
      url: `/api/auth/invitation?code=${(await invite(app)).code}`,
    }),
    'POST /api/auth/invitation': async app => ({ payload: { code: (await invite(app)).code, password } }),
    'GET /api/users/:id/invitation': async app => ({
      url: `/api/users/${(await invite(app)).id}/invitation`,
    }),
    'POST /api/users/:id/invitation': async app => ({
      url: `/api/users/${(await invite(app)).id}/invitation`,
    }),
  },
}
