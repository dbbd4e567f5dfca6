import { expect, test } from 'vitest'
import { expectRefusal, startTestApp } from '../../../test/start-test-app.ts'
import { byCommand } from '../../events/event.ts'
import { createFirstAdmin } from '../../identity/accounts.ts'
import { deleteSetupCodes, issueSetupCode, withdrawSetupCode } from './setup.service.ts'

const { as, ctx, db } = await startTestApp({ withCast: false })

const adminOnly = 'You must be logged in as an admin to register new users'
const first = { name: 'First Admin', email: 'first@example.com', password: 'secret-1' }
const register = (payload: object) => as(null).post('/api/auth/register', payload)
const withCode = (setup_code: unknown) => register({ ...first, setup_code })

// These tests run in order: the database has no account until the last code is used.
const firstCode = await issueSetupCode(ctx, 3000)
const code = await issueSetupCode(ctx, 3000)

test('set-up is open while there is no account', async () => {
  expect((await as(null).get('/api/auth/setup')).body).toEqual({ open: true })
})

test('every start issues a new code, and the earlier one stops working', async () => {
  expect(code).not.toBe(firstCode)
  expectRefusal(await withCode(firstCode), 401, adminOnly)
})

test('the code isn’t stored in plain text', async () => {
  const rows = await db.selectFrom('setup_codes').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('without the right code the status is 401, before the input is validated', async () => {
  for (const wrong of [undefined, null, '', 'guess', 0, {}, [code], `${code} `, code?.toUpperCase()]) {
    expectRefusal(await withCode(wrong), 401, adminOnly)
  }
  expectRefusal(await register({}), 401, adminOnly)
  expectRefusal(await as(null).post('/api/auth/register'), 401, adminOnly)
})

test('with the right code, invalid input gets its messages', async () => {
  expectRefusal(await register({ setup_code: code }), 400, 'Name is required', {
    name: 'Name is required',
    email: 'Email is required',
    password: 'Password is required',
  })
})

test('the code of an instance stops working when the instance stops', async () => {
  const otherCode = await issueSetupCode(ctx, 4000)
  await withdrawSetupCode(ctx, 4000)
  expectRefusal(await withCode(otherCode), 401, adminOnly)
})

test('of ten concurrent requests one creates the administrator and signs in', async () => {
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
      teams: [],
      sees_only_teams: false,
    },
  })
  const me = await as({ token: made[0]?.body.token }).get('/api/auth/me')
  expect(me.body).toEqual({ ...made[0]?.body.user, leads: [], has_teams: false })
})

test('once there is an account, set-up is closed and its code stops working', async () => {
  expect((await as(null).get('/api/auth/setup')).body).toEqual({ open: false })
  expectRefusal(await withCode(code), 401, adminOnly)
  expect(await issueSetupCode(ctx, 3000)).toBeUndefined()
  expect(await db.selectFrom('setup_codes').selectAll().execute()).toEqual([])
})

test('ADMIN_* create no account if there is one', async () => {
  expect(await createFirstAdmin(ctx, byCommand, first, trx => deleteSetupCodes(trx))).toBeUndefined()
  expect(await db.selectFrom('users').select('id').execute()).toHaveLength(1)
})
