import type { LogEvent } from 'kysely'
import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { reportBody } from '../../../test/make.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'
import { queueJob } from '../../jobs/job.ts'
import { invitationMailJob } from '../invitations/invitation-mail.job.ts'
import { forgotPasswordJob } from '../sign-in/forgot-password.job.ts'
import { eraseByEmail } from './erase-user.service.ts'

const statements: string[] = []
const { as, call, cast, ctx, make } = await startTestApp({
  log: ({ query }: LogEvent) => void statements.push(query.sql),
})

let counter = 0
function hire(email = `leaver-${++counter}@example.com`) {
  return make.user('developer', { name: `Lea Leaver ${++counter}`, email })
}
const dismiss = (person: Person) => as(cast.ada).delete(`/api/users/${person.id}`)
const erase = (id: number | string) => as(cast.ada).post(`/api/users/deleted/${id}/erase`)
const signInWith = (email: string) =>
  call({ method: 'POST', url: '/api/auth/login', payload: { email, password: 'secret-1' } })

describe('is refused', () => {
  test.each(['max', 'dina', 'desi', 'mark'] as const)('to %s', async key => {
    const deleted = await hire()
    await dismiss(deleted)
    for (const reply of [
      await as(cast[key]).get('/api/users/deleted'),
      await as(cast[key]).post(`/api/users/deleted/${deleted.id}/erase`),
    ])
      expectRefusal(reply, 403, messages.general.notAllowed)
  })

  test('for a live account, which must be deleted first', async () => {
    expectRefusal(await erase(cast.dina.id), 409, messages.users.stillLive(cast.dina.name))
    expectRefusal(await erase(cast.ada.id), 409, messages.users.stillLive(cast.ada.name))
    await expect(eraseByEmail(ctx, cast.dina.email)).rejects.toThrow(messages.users.stillLive(cast.dina.name))
    expect((await as(cast.ada).get(`/api/users/${cast.dina.id}`)).body.name).toBe(cast.dina.name)
  })

  test('for unknown accounts', async () => {
    for (const id of [999_999, 'x', 0]) expect((await erase(id)).status).toBe(404)
    await expect(eraseByEmail(ctx, 'never@example.com')).rejects.toThrow(messages.users.notFound)
  })

  test.each(['page=0', 'limit=101', 'page=x'])('%s', async query => {
    expect((await as(cast.ada).get(`/api/users/deleted?${query}`)).status).toBe(400)
  })
})

test('name and e-mail are in no reply any more, and the message has the counts', async () => {
  const lea = await hire()
  const project = await make.project()
  const body = reportBody({ project_id: project.id })
  const { body: submitted } = await as(lea).post('/api/reports', body)
  const { id: reportId } = submitted.report
  await as(lea).post(`/api/reports/${reportId}/comments`, { comment: 'Done' })
  await as(lea).post(`/api/reports/${reportId}/comments`, { comment: 'Really' })
  await as(cast.ada).post(`/api/reports/${reportId}/comments`, { comment: 'Not theirs' })
  const task = { title: 'Handed over', project_id: project.id, assigned_to: lea.id, expected_hours: 1 }
  const { body: made } = await as(cast.ada).post('/api/tasks', task)
  await signInWith(`  ${lea.email.toUpperCase()} `.trim())
  await call({ method: 'POST', url: '/api/auth/login', payload: { email: lea.email, password: 'wrong-1' } })
  await queueJob(ctx, forgotPasswordJob, { email: lea.email }, { key: lea.email })
  await queueJob(ctx, invitationMailJob, { user: lea.id }, { key: String(lea.id) })
  await ctx.db
    .updateTable('jobs')
    .set({ last_error: `Unknown recipient ${lea.email}` })
    .execute()
  await dismiss(lea)

  const former = `Former member ${lea.id}`
  const listed = (await as(cast.ada).get('/api/users/deleted?limit=1')).body
  expect(listed.data).toEqual([
    expect.objectContaining({ id: lea.id, name: lea.name, email: lea.email, is_erased: false }),
  ])
  expect(listed.data[0].removed_at).toMatch(/^\d{4}-/)
  expect(listed.pagination).toMatchObject({ page: 1, limit: 1, pages: listed.pagination.total })

  const failures = await ctx.db
    .selectFrom('sign_in_failures')
    .select('id')
    .where('email', '=', lea.email)
    .execute()
  const hashOf = async () =>
    (
      await ctx.db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', lea.id)
        .executeTakeFirstOrThrow()
    ).password_hash
  expect(failures.length).toBeGreaterThan(0)
  expect(await hashOf()).not.toBeNull()
  const reply = await erase(lea.id)
  const changed = { reports: 1, comments: 2, tasks: 1, files: 0, failures: failures.length }
  const msg = messages.users.erased(lea.name, lea.id, changed)
  expect([reply.status, reply.body]).toEqual([200, { msg }])
  expect(msg).toContain(`1 report, 2 comments and 1 task now show "${former}".`)
  expect(await hashOf()).toBeNull()

  const answers = [
    await as(cast.ada).get(`/api/reports/${reportId}`),
    await as(cast.ada).get('/api/reports?limit=100'),
    await as(cast.ada).get(`/api/tasks/${made.data.id}`),
    await as(cast.ada).get(`/api/reports/project/${project.id}/hours`),
    await as(cast.ada).get(`/api/reports/project-summary?projectId=${project.id}&userId=${lea.id}`),
    await as(cast.ada).get(`/api/reports/export/csv?projectId=${project.id}`),
    await as(cast.ada).get('/api/users/deleted'),
  ]
  for (const { status, text } of answers) {
    expect([status, text]).toEqual([200, expect.stringContaining(former)])
    expect(text).not.toContain(lea.name)
    expect(text.toLowerCase()).not.toContain(lea.email)
  }
  const rows = [
    ...(await ctx.db.selectFrom('users').select(['name', 'email']).execute()),
    ...(await ctx.db.selectFrom('sign_in_failures').select(['address', 'email']).execute()),
    ...(await ctx.db.selectFrom('jobs').select(['key', 'payload', 'last_error']).execute()),
  ]
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${lea.name}|${lea.email}`))
  // The replacement can't sign in, and no account can be registered with it.
  expect((await signInWith(`former-member-${lea.id}`)).status).not.toBe(200)
  // A second erasure changes nothing, and its message says so.
  const second = await erase(lea.id)
  expect([second.status, second.body]).toEqual([200, { msg: messages.users.alreadyErased(former) }])
  const again = (await as(cast.ada).get('/api/users/deleted?limit=1')).body.data[0]
  expect(again).toMatchObject({ name: former, is_erased: true })
})

test('a task assigned to oneself counts once, and the queries read nothing of others', async () => {
  const lea = await hire()
  const project = await make.project()
  const { id } = await make.report(cast.dina, { project_id: project.id })
  const of = (user_id: number) => ({
    report_id: id,
    level: 1,
    user_id,
    comment: 'Read',
    created_at: '2026-03-10T09:00:00.000Z',
  })
  await ctx.db
    .insertInto('comments')
    .values([...Array.from({ length: 1200 }, () => of(cast.ada.id)), of(lea.id)])
    .execute()
  const task = { title: 'Own', project_id: project.id, assigned_to: lea.id, expected_hours: 1 }
  const { body } = await as(cast.ada).post('/api/tasks', task)
  await ctx.db.updateTable('tasks').set({ assigned_by: lea.id }).where('id', '=', body.data.id).execute()
  await dismiss(lea)
  statements.length = 0
  const { body: answer } = await erase(lea.id)
  expect(answer.msg).toContain('1 comment and 1 task now show')
  expect(statements.filter(statement => statement.includes(' comments '))).toHaveLength(1)
})

test('erasing by e-mail erases all deleted accounts that had it, and keeps a live one with its failed sign-ins', async () => {
  const email = 'shared@example.com'
  const [first, second] = [await hire(email), await dismiss(await hireAgain(email))]
  expect(second.status).toBe(200)
  const live = await hire(email)
  await call({ method: 'POST', url: '/api/auth/login', payload: { email, password: 'wrong-1' } })
  await queueJob(ctx, forgotPasswordJob, { email }, { key: email })
  const erased = await eraseByEmail(ctx, email)
  expect(erased).toHaveLength(2)
  expect(erased[0]).toMatchObject({ id: first.id, name: first.name })
  expect(erased[0]?.message).toContain(
    'No report, comment, task or file showed them. The password was removed.',
  )
  expect((await as(cast.ada).get(`/api/users/${live.id}`)).body).toMatchObject({ name: live.name, email })
  const failures = await ctx.db
    .selectFrom('sign_in_failures')
    .select('id')
    .where('email', '=', email)
    .execute()
  expect(failures.length).toBeGreaterThan(0)
  const mails = await ctx.db.selectFrom('jobs').select('kind').where('key', '=', email).execute()
  expect(mails).toEqual([{ kind: 'password.forgot' }])

  async function hireAgain(address: string) {
    const [{ id } = { id: 0 }] = await ctx.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', address)
      .execute()
    await as(cast.ada).delete(`/api/users/${id}`)
    return hire(address)
  }
})
