import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { type Person, startTestApp } from '../../../test/start-test-app.ts'
import { withoutSignIn } from '../../identity/sign-ins.ts'
import { deleteUser, editUser } from './users.service.ts'

const { as, cast, ctx, db, make } = await startTestApp()
const shape = ({ name, email, role }: Person) => ({ name, email, role })

const secondAdmin = (email: string) => make.user('admin', { name: 'Second Admin', email })
const admins = async () => (await as(cast.max).get('/api/users/role/admin')).body

test('the last admin can be neither demoted nor deleted', async () => {
  const second = await secondAdmin('demoted@example.com')
  // Simulates a request that passed the access check just before its user was demoted.
  await db.updateTable('users').set({ role: 'developer' }).where('id', '=', second.id).execute()
  const late = { ...second, created_at: '', ...withoutSignIn }
  await expect(deleteUser(ctx, late, cast.ada.id)).rejects.toThrow(messages.users.lastAdmin)
  const demotion = editUser(ctx, late, cast.ada.id, { ...shape(cast.ada), role: 'manager' })
  await expect(demotion).rejects.toThrow(messages.users.lastAdmin)
  expect(await admins()).toHaveLength(1)
})

test('if two admins demote and delete each other concurrently, one remains', async () => {
  const second = await secondAdmin('second@example.com')
  const replies = await Promise.all([
    as(cast.ada).delete(`/api/users/${second.id}`),
    as(second).put(`/api/users/${cast.ada.id}`, { ...shape(cast.ada), role: 'manager' }),
    as(second).delete(`/api/users/${cast.ada.id}`),
  ])
  expect(await admins()).toHaveLength(1)
  for (const { status } of replies) expect([200, 401, 403, 404, 409]).toContain(status)
  expect(replies.some(reply => reply.status === 200)).toBe(true)
})
