import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { expectRefusal, type Reply, startTestApp } from '../start-test-app.ts'

const { as, call, cast, ctx } = await startTestApp({ withCostlyHashes: true })

test('1,100 resets by one manager delay no other user', async () => {
  const answered: Reply[] = []
  const reset = (by: keyof typeof cast) =>
    as(cast[by]).put(`/api/users/${cast.dina.id}/password`, { password: 'a-new-password' })
  const resets = Array.from({ length: 1100 }, async () => {
    answered.push(await reset('max'))
  })
  await expect.poll(() => ctx.passwords.load().waiting).toBeGreaterThan(90)
  const served = () => answered.filter(({ status }) => status === 200).length

  // A few resets may be served before the sign-in reaches the queue; all others wait behind it.
  const few = ctx.passwords.load().running + 3
  let before = served()
  const login = await call({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: cast.omar.email, password: cast.omar.password },
  })
  expect(login.status).toBe(200)
  expect(served() - before).toBeLessThanOrEqual(few)

  // Another reviewer's reset alternates with the manager's.
  before = served()
  expect((await reset('ada')).status).toBe(200)
  expect(served() - before).toBeLessThanOrEqual(few + 2)
  expect(ctx.passwords.load().waiting).toBeGreaterThan(50)

  // Resets beyond the manager's share of the queue got 503. Deleting the manager refuses those that still wait.
  expect((await as(cast.ada).delete(`/api/users/${cast.max.id}`)).status).toBe(200)
  await Promise.all(resets)
  const refused = answered.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(900)
  for (const reply of refused) {
    expectRefusal(reply, 503, messages.general.overloaded)
    expect(reply.headers['retry-after']).toBe('5')
  }
  expect(answered.filter(({ status }) => status === 401).length).toBeGreaterThan(50)
})
