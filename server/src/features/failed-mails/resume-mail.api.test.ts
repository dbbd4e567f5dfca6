import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { NotificationKind } from '#shared/contract/notifications.ts'
import { messages } from '#shared/messages.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { expectRefusal, startTestApp } from '../../../test/start-test-app.ts'
import type { Job } from '../../jobs/job.ts'
import { pauseOutgoing } from '../../jobs/outgoing-pause.ts'
import { runJobs } from '../../jobs/run-jobs.ts'
import { featureJobs } from '../features.ts'

const server = await startMailServer()
afterAll(server.close)
const { as, cast, clock, ctx, db } = await startTestApp({ settings: server.settings })
ctx.config.timeZone = 'UTC'

const resume = (who: Parameters<typeof as>[0] = cast.ada) => as(who).post('/api/settings/resume-mail')
const queued = async () => (await as(cast.ada).get('/api/settings/deliveries')).body.queued

beforeEach(async () => {
  clock.set('2026-03-10T20:00:00.000Z')
  await db.deleteFrom('jobs').execute()
  await db.deleteFrom('notifications').execute()
  server.mails.length = 0
  await pauseOutgoing(db, clock)
})

test('only admins resume mail, and only once', async () => {
  expectRefusal(await resume(null), 401, messages.signIn.noToken)
  for (const who of [cast.max, cast.dina]) expectRefusal(await resume(who), 403, messages.general.notAllowed)
  const before = await as(cast.ada).get('/api/settings')
  expect(before.body).toMatchObject({ email_enabled: true, mail_paused: true })
  const resumed = await resume()
  expect([resumed.status, resumed.body]).toEqual([200, { ...before.body, mail_paused: false }])
  expectRefusal(await resume(), 409, 'Nothing is paused')
})

test('a pause stops mails and nothing else; waiting mails are sent when it ends', async () => {
  const ran: string[] = []
  const other: Job<string> = { kind: 'other', every: () => 60_000, run: async () => void ran.push('other') }
  const running = runJobs(ctx, [...featureJobs, other], { pollMs: 5 })
  onTestFinished(() => running.stop())
  await as(cast.ada).post('/api/auth/register', {
    name: 'New',
    email: 'new@example.com',
    role: 'developer',
    invite: true,
  })
  await as(null).post('/api/auth/forgot', { email: cast.dina.email })
  // The second round begins after the first has looked for mails.
  for (const round of [1, 2]) {
    await expect.poll(() => ran.length).toBeGreaterThanOrEqual(round)
    clock.advance({ minutes: 2 })
  }
  expect(server.mails).toEqual([])
  // It is evening: users are reminded in the app, all in one transaction.
  const reminders = () => db.selectFrom('notifications').select('id').where('kind', '=', 'reminder').execute()
  await expect.poll(async () => (await reminders()).length).toBeGreaterThan(0)
  const reminded = await reminders()
  expect(server.mails).toEqual([])
  expect(await queued()).toBe(2 + reminded.length)
  await resume()
  await expect.poll(queued).toBe(0)
  expect(server.mails.map(mail => mail.subject)).toEqual(
    expect.arrayContaining([messages.invitations.mailSubject, messages.signIn.resetMailSubject]),
  )
  expect(server.mails).toHaveLength(2 + reminded.length)
})

test('reminders, nudges and summaries of earlier days are dropped; other notifications are sent', async () => {
  const [yesterday, today] = ['2026-03-09T17:00:00.000Z', '2026-03-10T17:00:00.000Z']
  const made = async (kind: NotificationKind, created_at: string, mail_id: number | null = null) => {
    const mail_due_at = mail_id === null ? created_at : null
    const { id } = await db
      .insertInto('notifications')
      .values({ user_id: cast.dina.id, kind, data: '{}', created_at, mail_due_at, mail_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  for (const kind of ['reminder', 'nudge', 'summary'] as const) await made(kind, yesterday)
  const kept = [await made('reminder', today), await made('comment', yesterday)]
  // They were added to a mail that then failed.
  await made('reminder', yesterday, 1)
  const commentInMail = await made('comment', yesterday, 1)
  await db
    .insertInto('jobs')
    .values({
      kind: 'notification.mail',
      key: `${cast.dina.id}:1`,
      payload: JSON.stringify({ user: cast.dina.id, kind: 'daily', mail: 1, last: 0, until: '' }),
      due_at: yesterday,
      created_at: yesterday,
      attempts: 0,
    })
    .execute()
  expect(await queued()).toBe(3)
  expect((await resume()).status).toBe(200)
  const due = await db
    .selectFrom('notifications')
    .select('id')
    .where('mail_due_at', 'is not', null)
    .orderBy('id')
    .execute()
  expect(due.map(({ id }) => id)).toEqual(kept)
  const left = await db.selectFrom('notifications').select('id').where('mail_id', '=', 1).execute()
  expect(left.map(({ id }) => id)).toEqual([commentInMail])
})

test('a password link requested more than an hour ago is dropped, unless it was requested again', async () => {
  const askedBy = (who: typeof cast.dina) => as(null).post('/api/auth/forgot', { email: who.email })
  for (const who of [cast.dina, cast.max]) await askedBy(who)
  clock.advance({ minutes: 30 })
  await askedBy(cast.ada)
  clock.advance({ minutes: 31 })
  await askedBy(cast.max)
  expect(await queued()).toBe(2)
  expect((await resume()).status).toBe(200)
  const left = await db.selectFrom('jobs').select('key').where('kind', '=', 'password.forgot').execute()
  expect(left.map(({ key }) => key).sort()).toEqual([cast.ada.email, cast.max.email].sort())
})
