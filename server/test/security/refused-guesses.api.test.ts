import { expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { lockTable } from '../../src/db/engine.ts'
import { secondStepTools } from '../second-step.ts'
import { startTestApp } from '../start-test-app.ts'

// Once an IP address is over the limit of failed sign-ins, its guesses only read. If each of them wrote and took it back, a
// flood of them would make the writes of everyone else wait.

const testApp = await startTestApp({
  settings: {
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'reports@example.com',
    PUBLIC_URL: 'https://reports.example.com',
  },
})
const { call, cast, clock, db, make } = testApp
const { addApp, browser } = secondStepTools(testApp)
const remoteAddress = '203.0.113.7'

const person = await make.user()
await addApp(person)
/** Given to another browser. */
const challenge = await browser().challengeOf(person)
const credential = { id: 'unknown', response: { clientDataJSON: 'e30' } }

const post = (url: string, payload: object) => call({ method: 'POST', url, payload, remoteAddress })
const token = `drt_${'x'.repeat(46)}`
const guesses = {
  'a wrong access token': () =>
    call({
      method: 'GET',
      url: '/api/auth/me',
      remoteAddress,
      headers: { authorization: `Bearer ${token}` },
    }),
  'an unknown challenge': () => post('/api/auth/second-step', { challenge: 'unknown', code: '123456' }),
  'the challenge of another browser': () => post('/api/auth/second-step', { challenge, code: '123456' }),
  'a wrong passkey': () => post('/api/auth/passkey', { credential }),
  'a wrong password': () => post('/api/auth/login', { email: cast.dina.email, password: 'wrong' }),
  'a forgotten password': () => post('/api/auth/forgot', { email: cast.dina.email }),
}

test.each(Object.entries(guesses))(
  '%s over the limit is refused while no one can write',
  async (_what, guess) => {
    await db.deleteFrom('sign_in_failures').execute()
    const allowed = await guess()
    expect(allowed.status).not.toBe(429)
    const failed_at = clock.now().toISOString()
    const failures = Array.from({ length: limits.signInFailuresPerAddress }, (_, index) => ({
      ...{ address: remoteAddress, email: `guess ${index}`, failed_at },
    }))
    await db.insertInto('sign_in_failures').values(failures).execute()
    // SQLite writes in one transaction at a time. On PostgreSQL the lock keeps others from writing to the table.
    await db.transaction().execute(async trx => {
      await lockTable(trx, 'sign_in_failures')
      expect((await guess()).body.code).toBe('too_many_attempts')
    })
  },
)
