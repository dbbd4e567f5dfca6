import { secondStepTools } from '../../../test/second-step.ts'
import { type Cases, everyRole } from '../../../test/security/cases.ts'
import { SoftwareAuthenticator } from '../../../test/software-authenticator.ts'
import type { TestApp } from '../../../test/start-test-app.ts'

/** A person with an authenticator app, and one with a passkey of this server's site. */
const withApp = async (testApp: TestApp) => {
  const caller = await testApp.make.user()
  return {
    caller,
    payload: { password: caller.password },
    ...(await secondStepTools(testApp).addApp(caller)),
  }
}
const authenticatorOf = ({ ctx }: TestApp) =>
  new SoftwareAuthenticator(ctx.config.publicUrl ?? 'http://localhost')
const withPasskey = async (testApp: TestApp) => {
  const caller = await testApp.make.user()
  const added = await secondStepTools(testApp).addPasskey(caller, authenticatorOf(testApp))
  return { caller, payload: { password: caller.password }, ...added }
}
const cookiesOf = ({ cookies }: { cookies: Map<string, string> }) => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
})

export const cases: Cases = {
  ids: { passkeys: 'passkey' },
  makers: ({ db, unique }) => ({
    passkey: async owner => {
      const { id } = await db
        .insertInto('passkeys')
        .values({
          user_id: owner.id,
          name: 'Phone',
          credential_id: `credential ${unique()}`,
          user_handle: 'handle',
          public_key: 'key',
          counter: 0,
          transports: '[]',
          backed_up: 0,
          created_at: '2026-01-05T09:00:00.000Z',
          last_used_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
  }),
  rows: {
    // The calls are public. The challenge is unknown and the passkey wrong.
    'POST /api/auth/second-step': {
      ...everyRole(401),
      body: () => ({ challenge: 'unknown', code: '123456' }),
    },
    'POST /api/auth/passkey/options': { ...everyRole(200), body: () => ({}) },
    'POST /api/auth/passkey': {
      ...everyRole(401),
      body: () => ({ credential: { id: 'unknown', response: { clientDataJSON: 'e30' } } }),
    },
    // The password is wrong here. second-step.api.test.ts covers the right one.
    'POST /api/account/totp': everyRole(400),
    'PUT /api/account/totp': everyRole(400),
    'DELETE /api/account/totp': everyRole(400),
    'POST /api/account/passkeys/options': everyRole(400),
    'POST /api/account/passkeys': {
      ...everyRole(400),
      body: () => ({
        name: 'Phone',
        password: 'wrong',
        credential: { id: 'unknown', response: { clientDataJSON: 'e30' } },
      }),
    },
    'DELETE /api/account/passkeys/:id': everyRole(400),
    'POST /api/account/recovery-codes': everyRole(400),
  },
  prepared: {
    'POST /api/auth/second-step': async testApp => {
      const { caller, codes } = await withApp(testApp)
      const browser = secondStepTools(testApp).browser()
      const challenge = await browser.challengeOf(caller)
      return { payload: { challenge, recovery_code: codes[0] }, headers: cookiesOf(browser) }
    },
    'POST /api/auth/passkey/options': async testApp => {
      const { caller } = await withPasskey(testApp)
      const browser = secondStepTools(testApp).browser()
      return { payload: { challenge: await browser.challengeOf(caller) }, headers: cookiesOf(browser) }
    },
    'POST /api/auth/passkey': async testApp => {
      const { authenticator } = await withPasskey(testApp)
      const browser = secondStepTools(testApp).browser()
      const { body } = await browser.post('/api/auth/passkey/options', {})
      return { payload: { credential: authenticator.get(body) }, headers: cookiesOf(browser) }
    },
    'POST /api/account/totp': withApp,
    'PUT /api/account/totp': async testApp => {
      const { caller, payload } = await withApp(testApp)
      const me = testApp.as({ token: await testApp.newToken(caller) })
      const { secret } = (await me.post('/api/account/totp', payload)).body
      return { caller, payload: { ...payload, code: secondStepTools(testApp).codeOf(secret) } }
    },
    'DELETE /api/account/totp': withApp,
    'POST /api/account/passkeys/options': withPasskey,
    'POST /api/account/passkeys': async testApp => {
      const caller = await testApp.make.user()
      const payload = { password: caller.password }
      const me = testApp.as({ token: await testApp.newToken(caller) })
      const { body } = await me.post('/api/account/passkeys/options', payload)
      const credential = authenticatorOf(testApp).create(body)
      return { caller, payload: { ...payload, name: 'Phone', credential } }
    },
    'DELETE /api/account/passkeys/:id': async testApp => {
      const { caller, payload, reply } = await withPasskey(testApp)
      return { caller, payload, url: `/api/account/passkeys/${reply.body.id}` }
    },
    'POST /api/account/recovery-codes': withApp,
  },
  // Runs what an answer by code runs, and removes the factors of another user.
  walk: async (testApp, visit) => {
    const { caller, secret } = await withApp(testApp)
    const { browser, codeOf } = secondStepTools(testApp)
    const own = browser()
    const challenge = await own.challengeOf(caller)
    await visit('POST /api/auth/second-step', () => own.answer(challenge, { code: codeOf(secret) }))
    await visit('DELETE /api/users/:id/factors', () =>
      testApp.as(testApp.cast.ada).delete(`/api/users/${caller.id}/factors`),
    )
  },
}
