import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { deliveriesReply } from '#shared/contract/failed-mails.ts'
import { messages } from '#shared/messages.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { expectRefusal, startTestApp } from '../../../test/start-test-app.ts'
import { runJobs } from '../../jobs/run-jobs.ts'
import { featureJobs } from '../features.ts'

const refused: string[] = []
const server = await startMailServer({ refuses: refused })
afterAll(server.close)
const { as, cast, clock, ctx, db } = await startTestApp({ settings: server.settings })
const mail = ctx.config.mail

const deliveries = async (query = '') => (await as(cast.ada).get(`/api/settings/deliveries${query}`)).body
const retry = (id: number | string, who = cast.ada) => as(who).post(`/api/settings/deliveries/${id}/retry`)

function runMails() {
  const running = runJobs(ctx, featureJobs, { pollMs: 5 })
  onTestFinished(() => running.stop())
}

let invited = 0
/** A user whose invitation the mail server has refused eight times. */
async function inviteInVain() {
  const email = `invited-${++invited}@example.com`
  const body = { name: `Invited ${invited}`, email, role: 'developer', invite: true }
  const reply = await as(cast.ada).post('/api/auth/register', body)
  const failed = {
    attempts: 8,
    failed_at: clock.now().toISOString(),
    last_error: "The mail server didn't accept the email: 550 No such user here",
  }
  await db.updateTable('jobs').set(failed).where('key', '=', String(reply.body.user.id)).execute()
  const { id } = await db
    .selectFrom('jobs')
    .select('id')
    .where('key', '=', String(reply.body.user.id))
    .executeTakeFirstOrThrow()
  return { id, email, userId: reply.body.user.id as number }
}

beforeEach(async () => {
  await db.deleteFrom('jobs').execute()
  server.mails.length = 0
  refused.length = 0
  ctx.config.mail = mail
})

describe('refuses all but admins', () => {
  test.each([
    ['POST', '/api/settings/test-mail'],
    ['GET', '/api/settings/deliveries'],
    ['POST', '/api/settings/deliveries/1/retry'],
  ] as const)('%s %s', async (method, url) => {
    const send = (who: Parameters<typeof as>[0]) => (method === 'GET' ? as(who).get(url) : as(who).post(url))
    expectRefusal(await send(null), 401, messages.signIn.noToken)
    for (const who of [cast.max, cast.dina, cast.desi, cast.mark])
      expectRefusal(await send(who), 403, messages.general.notAllowed)
    expect(server.mails).toEqual([])
  })
})

describe('POST /settings/test-mail', () => {
  test('without mail: refused', async () => {
    ctx.config.mail = undefined
    expectRefusal(await as(cast.ada).post('/api/settings/test-mail'), 409, 'Mail is not set up')
  })

  test('answers with the error of the mail server', async () => {
    refused.push(cast.ada.email)
    const reply = await as(cast.ada).post('/api/settings/test-mail')
    expect([reply.status, reply.body.code]).toEqual([409, 'mail_refused'])
    expect(reply.body.msg).toMatch(/^The mail server didn't accept the email: .*No such user here/)
  })

  test('is sent to the admin who requests it', async () => {
    const reply = await as(cast.ada).post('/api/settings/test-mail')
    expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['msg']])
    expect(reply.body.msg).toContain(cast.ada.email)
    expect(server.mails.map(each => each.to?.[0]?.address)).toEqual([cast.ada.email])
  })
})

describe('mails that failed', () => {
  test('none, and a page beyond the last', async () => {
    expect(await deliveries()).toEqual({
      data: [],
      pagination: { total: 0, pages: 0, page: 1, limit: 10 },
      waiting: { total: 0, error: null },
      queued: 0,
    })
    expect((await deliveries('?page=7')).data).toEqual([])
  })

  test('are listed with recipient, subject and reason, the last one first; waiting mails are not listed', async () => {
    const first = await inviteInVain()
    clock.advance({ minutes: 1 })
    const second = await inviteInVain()
    await as(null).post('/api/auth/forgot', { email: cast.dina.email })
    await db
      .updateTable('jobs')
      .set({ attempts: 8, failed_at: clock.now().toISOString(), last_error: 'no answer' })
      .where('kind', '=', 'password.forgot')
      .execute()
    await as(cast.ada).post('/api/auth/register', {
      name: 'Waiting',
      email: 'waiting@example.com',
      role: 'developer',
      invite: true,
    })
    const page = await deliveries()
    expect(deliveriesReply.parse(page)).toEqual(page)
    expect(page.pagination.total).toBe(3)
    expect(page.data).toMatchObject([
      { kind: 'reset', to: cast.dina.email, subject: messages.signIn.resetMailSubject, error: 'no answer' },
      {
        id: second.id,
        kind: 'invitation',
        to: second.email,
        subject: messages.invitations.mailSubject,
        error: "The mail server didn't accept the email: 550 No such user here",
        attempts: 8,
        failed_at: clock.now().toISOString(),
      },
      { id: first.id, to: first.email },
    ])
    expect((await deliveries('?limit=1&page=2')).data).toMatchObject([{ id: second.id }])
  })

  test('retried mails are counted, with the reason of the last one', async () => {
    const [first, second] = [await inviteInVain(), await inviteInVain()]
    await inviteInVain()
    const tried = (id: number, due_at: string, last_error: string) =>
      db
        .updateTable('jobs')
        .set({ attempts: 2, failed_at: null, due_at, last_error })
        .where('id', '=', id)
        .execute()
    await tried(first.id, '2026-03-10T09:10:00.000Z', 'no answer')
    await tried(second.id, '2026-03-10T09:05:00.000Z', 'busy')
    const page = await deliveries()
    expect(page.waiting).toEqual({ total: 2, error: 'no answer' })
    expect(page.pagination.total).toBe(1)
  })

  test('a kind of job that sends no mail is not one of them', async () => {
    const now = clock.now().toISOString()
    await db
      .insertInto('jobs')
      .values({
        kind: 'files.sweep',
        payload: 'null',
        due_at: now,
        created_at: now,
        failed_at: now,
        attempts: 8,
      })
      .execute()
    expect((await deliveries()).pagination.total).toBe(0)
  })
})

describe('POST /settings/deliveries/{id}/retry', () => {
  test('refuses what is not in the list', async () => {
    const { id } = await inviteInVain()
    for (const unknown of [999_999, 'x', 0, '1e3'])
      expect((await retry(unknown)).status, String(unknown)).toBe(404)
    expect((await retry(id)).status).toBe(200)
    expectRefusal(await retry(id), 404, 'Email not found')
  })

  test('of concurrent retries, one queues it', async () => {
    const { id } = await inviteInVain()
    const replies = await Promise.all([retry(id), retry(id), retry(id)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })

  test('sends it, and it leaves the list', async () => {
    const { id, email } = await inviteInVain()
    const reply = await retry(id)
    expect(reply.body).toMatchObject({ id, kind: 'invitation', to: email, attempts: 0, failed_at: null })
    expect(reply.body.msg).toContain(email)
    expect((await deliveries()).data).toEqual([])
    runMails()
    await expect.poll(() => server.mails.map(each => each.to?.[0]?.address)).toEqual([email])
    await expect
      .poll(async () => (await db.selectFrom('jobs').where('id', '=', id).selectAll().execute()).length)
      .toBe(0)
  })

  test('that fails again is tried again like a new one', async () => {
    const { id, email } = await inviteInVain()
    refused.push(email)
    await retry(id)
    runMails()
    const row = () => db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    // Until the job runs, the row has the previous error.
    await expect.poll(row).toMatchObject({ attempts: 1, lease: null })
    expect(await row()).toMatchObject({
      last_error: expect.stringMatching(/No such user here/),
      failed_at: null,
    })
  })
})
