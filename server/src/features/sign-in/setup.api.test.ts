import { expect, test } from 'vitest'
import { expectRefusal, startTestApp } from '../../../test/start-test-app.ts'
import { createFirstAdmin } from '../../identity/accounts.ts'
import { closeSetup, issueSetupCode, withdrawSetupCode } from './setup.service.ts'

const { as, ctx, db } = await startTestApp({ withCast: false })

const adminOnly = 'You must be logged in as an admin to register new users'
const first = { name: 'First Admin', email: 'first@example.com', password: 'secret-1' }
const register = (payload: object) => as(null).post('/api/auth/register', payload)
const withCode = (setup_code: unknown) => register({ ...first, setup_code })

// One story, in order: the database is empty until the last code is used.
const firstCode = await issueSetupCode(ctx, 3000)
const code = await issueSetupCode(ctx, 3000)

test('while there is no account, set-up is open', async () => {
  expect((await as(null).get('/api/auth/setup')).body).toEqual({ open: true })
})

test('the code is new at every start, and the last one is void', async () => {
  expect(code).not.toBe(firstCode)
  expectRefusal(await withCode(firstCode), 401, adminOnly)
})

test('the code is not stored in clear', async () => {
  const rows = await db.selectFrom('setup_codes').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('without the right code: 401, before anything else is looked at', async () => {
  for (const wrong of [undefined, null, '', 'guess', 0, {}, [code], `${code} `, code?.toUpperCase()]) {
    expectRefusal(await withCode(wrong), 401, adminOnly)
  }
  expectRefusal(await register({}), 401, adminOnly)
  expectRefusal(await as(null).post('/api/auth/register'), 401, adminOnly)
})

test('with the right code, bad input gets its sentences', async () => {
  expectRefusal(await register({ setup_code: code }), 400, 'Name is required', {
    name: 'Name is required',
    email: 'Email is required',
    password: 'Password is required',
  })
})

test('an instance that ends takes its code with it', async () => {
  const otherCode = await issueSetupCode(ctx, 4000)
  await withdrawSetupCode(ctx, 4000)
  expectRefusal(await withCode(otherCode), 401, adminOnly)
})

test('of ten at once, one becomes the administrator and is signed in', async () => {
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      register({ ...first, email: `first-${index}@example.com`, role: 'developer', setup_code: code }),
    ),
  )
  const made = replies.filter(reply => reply.status === 201)
  expect(made).toHaveLength(1)
  for (const reply of replies) if (reply.status !== 201) expectRefusal(reply, 401, adminOnly)
  expect(made[0]?.body).toEqual({
    token: expect.any(String),
    user: {
      id: expect.any(Number),
      name: 'First Admin',
      email: expect.stringMatching(/^first-\d@example\.com$/),
      role: 'admin',
      created_at: expect.any(String),
      invited: false,
    },
  })
  const me = await as({ token: made[0]?.body.token }).get('/api/auth/me')
  expect(me.body).toEqual(made[0]?.body.user)
})

test('with an account present, set-up is closed and its code worthless', async () => {
  expect((await as(null).get('/api/auth/setup')).body).toEqual({ open: false })
  expectRefusal(await withCode(code), 401, adminOnly)
  expect(await issueSetupCode(ctx, 3000)).toBeUndefined()
  expect(await db.selectFrom('setup_codes').selectAll().execute()).toEqual([])
})

test('ADMIN_* create no account once there is one', async () => {
  expect(await createFirstAdmin(ctx, first, trx => closeSetup(trx))).toBeUndefined()
  expect(await db.selectFrom('users').select('id').execute()).toHaveLength(1)
})
