import { afterEach, describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { expectRefusal, type Person, startTestApp } from '../start-test-app.ts'
import { accountsIn } from './accounts.ts'

const { as, cast, db, newToken, signIn } = await startTestApp()

const accounts = () => accountsIn(db)
const before = await accounts()

describe('a manager over an admin', () => {
  afterEach(async () => expect(await accounts()).toEqual(before))

  const asManager = async () => as({ token: await newToken(cast.max) })
  const withRole = ({ name, email }: Person, role: string) => ({ name, email, role })

  test.each([
    ['renames them', 'put', `/api/users/${cast.ada.id}`, { ...withRole(cast.ada, 'admin'), name: 'Renamed' }],
    ['demotes them', 'put', `/api/users/${cast.ada.id}`, withRole(cast.ada, 'developer')],
    ['resets their password', 'put', `/api/users/${cast.ada.id}/password`, { password: 'taken-over' }],
    ['makes an account an admin', 'put', `/api/users/${cast.dina.id}`, withRole(cast.dina, 'admin')],
    [
      'registers an admin',
      'post',
      '/api/auth/register',
      { name: 'New Admin', email: 'new@example.com', password: 'secret-1', role: 'admin' },
    ],
  ] as const)('%s: 403', async (_what, method, url, body) => {
    expectRefusal(await (await asManager())[method](url, body), 403, messages.general.notAllowed)
  })

  test('promotes themselves: 403', async () => {
    const reply = await (await asManager()).put(`/api/users/${cast.max.id}`, withRole(cast.max, 'admin'))
    expect(reply.status).toBe(403)
  })

  test('deletes them: 403', async () => {
    const reply = await (await asManager()).delete(`/api/users/${cast.ada.id}`)
    expectRefusal(reply, 403, messages.general.notAllowed)
  })

  test('takes over the e-mail of one: 409', async () => {
    const reply = await (await asManager()).put(`/api/users/${cast.dina.id}`, {
      ...withRole(cast.dina, 'developer'),
      email: ' ADA@example.com ',
    })
    expectRefusal(reply, 409, messages.users.exists)
  })

  test('resets the password of a user who becomes an admin meanwhile: refused after the promotion', async () => {
    for (let round = 0; round < 5; round++) {
      const { body } = await as(cast.ada).post('/api/auth/register', {
        name: 'On the way up',
        email: `up-${round}@example.com`,
        password: 'secret-1',
        role: 'developer',
      })
      const { id, email } = body.user
      const manager = await asManager()
      const [promotion, reset] = await Promise.all([
        as(cast.ada).put(`/api/users/${id}`, { name: 'An admin now', email, role: 'admin' }),
        manager.put(`/api/users/${id}/password`, { password: 'taken-over' }),
      ])
      expect(promotion.status).toBe(200)
      // A reset is allowed before the promotion and refused after it.
      expect([200, 403]).toContain(reset.status)
      expect((await manager.put(`/api/users/${id}/password`, { password: 'taken-over' })).status).toBe(403)
      await db.deleteFrom('sign_ins').where('user_id', '=', id).execute()
      await db.deleteFrom('users').where('id', '=', id).execute()
    }
  })
})

test('afterwards the admin signs in with the old password', async () => {
  expect(await signIn(cast.ada)).toEqual(expect.any(String))
})
