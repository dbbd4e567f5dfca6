import { beforeEach, describe, expect, test } from 'vitest'
import type { NotificationKind } from '#shared/contract/notifications.ts'
import { type Person, startTestApp } from '../../../test/start-test-app.ts'
import { mailDueAt } from './mail-due.service.ts'

const { as, cast, clock, ctx, db } = await startTestApp({
  settings: {
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'reports@example.com',
    PUBLIC_URL: 'https://reports.example.com',
  },
})
ctx.config.timeZone = 'UTC'
const { mail } = ctx.config

async function dueFor(who: Person, kind: NotificationKind = 'comment') {
  const user = await db
    .selectFrom('users')
    .select(['id', 'time_zone', 'reminder_time', 'email_notifications'])
    .where('id', '=', who.id)
    .executeTakeFirstOrThrow()
  return (await mailDueAt(ctx, db, [{ kind, user }]))[0]
}
const set = (who: Person, body: object) => as(who).put('/api/account', body)

beforeEach(async () => {
  ctx.config.mail = mail
  clock.set('2026-03-10T09:00:00.000Z')
  await db.deleteFrom('muted_mails').execute()
  await db.deleteFrom('notifications').execute()
  await db.deleteFrom('organization_settings').execute()
  await db
    .updateTable('users')
    .set({ email_notifications: 'instant', time_zone: null, reminder_time: null })
    .execute()
})

describe('no mail', () => {
  test('without a mail server', async () => {
    ctx.config.mail = undefined
    expect(await dueFor(cast.dina)).toBe(null)
  })

  test('to users who want none, or none of this kind', async () => {
    await set(cast.dina, { email_notifications: 'off' })
    expect(await dueFor(cast.dina)).toBe(null)
    await set(cast.omar, { muted: ['comment'] })
    expect(await dueFor(cast.omar)).toBe(null)
    expect(await dueFor(cast.omar, 'reply')).not.toBe(null)
  })
})

test('instant mails wait a moment for more; reminders, nudges and summaries don’t', async () => {
  expect(await dueFor(cast.dina)).toBe('2026-03-10T09:01:00.000Z')
  for (const kind of ['reminder', 'nudge', 'summary'] as const)
    expect(await dueFor(cast.dina, kind)).toBe('2026-03-10T09:00:00.000Z')
})

describe('once a day', () => {
  test('at the reminder time of the organization, today or tomorrow', async () => {
    await set(cast.dina, { email_notifications: 'daily' })
    expect(await dueFor(cast.dina)).toBe('2026-03-10T17:01:00.000Z')
    clock.set('2026-03-10T17:00:00.000Z')
    expect(await dueFor(cast.dina)).toBe('2026-03-11T17:01:00.000Z')
    expect(await dueFor(cast.dina, 'summary')).toBe('2026-03-11T17:01:00.000Z')
    // At the reminder time itself, the reminder is part of the daily mail.
    expect(await dueFor(cast.dina, 'reminder')).toBe('2026-03-10T17:01:00.000Z')
  })

  test('in the time zone of the user, also when the clocks change', async () => {
    const daily = { email_notifications: 'daily', time_zone: 'Europe/Berlin', reminder_time: '02:30' }
    await set(cast.dina, daily)
    // 02:30 doesn't exist on 29 March: the next time that does is 03:00.
    clock.set('2026-03-28T12:00:00.000Z')
    expect(await dueFor(cast.dina)).toBe('2026-03-29T01:01:00.000Z')
    // It exists twice on 25 October, and the first one counts.
    clock.set('2026-10-24T12:00:00.000Z')
    expect(await dueFor(cast.dina)).toBe('2026-10-25T00:31:00.000Z')
    clock.set('2026-10-25T00:45:00.000Z')
    expect(await dueFor(cast.dina)).toBe('2026-10-26T01:31:00.000Z')
  })
})

test('waiting mails follow a change of the user’s settings', async () => {
  const waiting = async () => {
    const rows = await db.selectFrom('notifications').select('mail_due_at').orderBy('id').execute()
    return rows.map(row => row.mail_due_at)
  }
  const row = { kind: 'comment', data: '{}', created_at: clock.now().toISOString() } as const
  await db
    .insertInto('notifications')
    .values([
      { ...row, user_id: cast.dina.id, mail_due_at: '2026-03-10T09:00:30.000Z' },
      { ...row, user_id: cast.dina.id, mail_due_at: null },
      { ...row, user_id: cast.omar.id, mail_due_at: '2026-03-10T09:00:30.000Z' },
    ])
    .execute()
  const omars = '2026-03-10T09:00:30.000Z'
  await set(cast.dina, { time_zone: 'Europe/Paris', reminder_time: '11:00' })
  expect(await waiting()).toEqual([omars, null, omars])
  await set(cast.dina, { time_zone: null, reminder_time: null })
  await set(cast.dina, { email_notifications: 'daily' })
  expect(await waiting()).toEqual(['2026-03-10T17:01:00.000Z', null, omars])
  await set(cast.dina, { reminder_time: '12:00' })
  expect(await waiting()).toEqual(['2026-03-10T12:01:00.000Z', null, omars])
  await set(cast.dina, { time_zone: 'Asia/Tokyo' })
  expect(await waiting()).toEqual(['2026-03-11T03:01:00.000Z', null, omars])
  await set(cast.dina, { name: 'Dina Developer' })
  expect(await waiting()).toEqual(['2026-03-11T03:01:00.000Z', null, omars])
  await set(cast.dina, { email_notifications: 'instant' })
  expect(await waiting()).toEqual(['2026-03-10T09:01:00.000Z', null, omars])
  await set(cast.dina, { email_notifications: 'off' })
  expect(await waiting()).toEqual([null, null, omars])
})

describe('daily mails that wait', () => {
  const today = (time: string) => `2026-03-10T${time}:00.000Z`
  const settings = (body: object) => as(cast.ada).put('/api/settings', body)
  async function waiting() {
    const rows = await db
      .selectFrom('notifications')
      .innerJoin('users', 'users.id', 'notifications.user_id')
      .select(['users.name', 'notifications.mail_due_at'])
      .orderBy('notifications.id')
      .execute()
    return Object.fromEntries(rows.map(({ name, mail_due_at }) => [name.split(' ')[0], mail_due_at]))
  }
  beforeEach(async () => {
    for (const who of [cast.dina, cast.omar, cast.desi]) await set(who, { email_notifications: 'daily' })
    await set(cast.omar, { reminder_time: '15:00' })
    await set(cast.desi, { reminder_time: '15:00', time_zone: 'UTC' })
    const row = { kind: 'comment', data: '{}', created_at: clock.now().toISOString() } as const
    await db
      .insertInto('notifications')
      .values([
        { ...row, user_id: cast.dina.id, mail_due_at: today('17:01') },
        { ...row, user_id: cast.omar.id, mail_due_at: today('15:01') },
        { ...row, user_id: cast.desi.id, mail_due_at: today('15:01') },
        { ...row, user_id: cast.mark.id, mail_due_at: today('09:01') },
      ])
      .execute()
  })

  test('follow the organization’s time and zone, where the user has no own', async () => {
    await settings({ reminder_time: '16:00' })
    const others = { Omar: today('15:01'), Desi: today('15:01'), Mark: today('09:01') }
    expect(await waiting()).toEqual({ Dina: today('16:01'), ...others })
    // The new zone is one hour ahead.
    await settings({ time_zone: 'Africa/Lagos' })
    expect(await waiting()).toEqual({ ...others, Dina: today('15:01'), Omar: today('14:01') })
    await settings({ reminder_time: '09:00' })
    expect((await waiting()).Dina).toBe('2026-03-11T08:01:00.000Z')
    await settings({ organization_name: 'Example' })
    expect((await waiting()).Dina).toBe('2026-03-11T08:01:00.000Z')
  })

  test('follow the zone that a reviewer sets', async () => {
    const { id, name, email, role } = cast.omar
    await as(cast.max).put(`/api/users/${id}`, { name, email, role, time_zone: 'Africa/Lagos' })
    expect(await waiting()).toMatchObject({ Dina: today('17:01'), Omar: today('14:01') })
    // It is due and not in a mail yet.
    clock.set('2026-03-10T14:01:05.000Z')
    await as(cast.max).put(`/api/users/${id}`, { name, email, role, time_zone: 'UTC' })
    expect((await waiting()).Omar).toBe(today('14:01'))
  })

  test('are not moved by a day shortly after their time, and a reminder doesn’t wait at all', async () => {
    clock.set('2026-03-10T17:00:30.000Z')
    const reminder = { kind: 'reminder', data: '{}', created_at: clock.now().toISOString() } as const
    await db
      .insertInto('notifications')
      .values({ ...reminder, user_id: cast.dina.id, mail_due_at: '2026-03-10T17:01:20.000Z' })
      .execute()
    await settings({ time_zone: 'UTC' })
    const due = await db
      .selectFrom('notifications')
      .select('mail_due_at')
      .where('user_id', '=', cast.dina.id)
      .orderBy('id')
      .execute()
    expect(due.map(row => row.mail_due_at)).toEqual([today('17:01'), '2026-03-10T17:01:20.000Z'])
  })
})
