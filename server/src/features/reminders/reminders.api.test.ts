import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Role } from '#shared/roles.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { type Person, startTestApp } from '../../../test/start-test-app.ts'
import { runJobs } from '../../jobs/run-jobs.ts'
import { notificationMailJob, queueMailsJob } from '../notifications/notification-mail.job.ts'
import { remindersJob } from './reminders.job.ts'

const server = await startMailServer()
afterAll(server.close)
const statements: string[] = []
// Tuesday 10 March 2026. The organization is in UTC here, and reminds at 17:00.
const { as, cast, clock, ctx, db, make } = await startTestApp({
  settings: server.settings,
  log: event => void statements.push(event.query.sql),
})
ctx.config.timeZone = 'UTC'
const project = await make.project()
const { signal } = new AbortController()

const hire = (more: object = {}, role?: Role) => make.user(role, more)

/** Runs the job at an instant and returns the reminders, with their days. */
async function remindedAt(instant: string) {
  clock.set(instant)
  const before = await reminders()
  await remindersJob.run(ctx, null, signal)
  return (await reminders()).slice(before.length)
}
async function reminders() {
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select(['users.name', 'notifications.key'])
    .where('kind', '=', 'reminder')
    .orderBy('notifications.id')
    .execute()
  return rows.map(({ name, key }) => `${name} ${key}`)
}
const reminderOf = ({ name }: Person, day = '2026-03-10') => `${name} reminder:${day}`
const report = (who: Person, date: string) => make.report(who, { date, project_id: project.id })
const account = (who: Person, body: object) => as(who).put('/api/account', body)

beforeEach(async () => {
  for (const table of ['notifications', 'jobs', 'absences', 'holidays', 'organization_settings'] as const)
    await db.deleteFrom(table).execute()
  // Each test has users of its own.
  await db
    .updateTable('users')
    .set({ deleted_at: '2026-01-01T00:00:00.000Z' })
    .where('role', 'not in', ['admin', 'manager'])
    .execute()
  server.mails.length = 0
  clock.set('2026-03-10T09:00:00.000Z')
})

describe('no reminder is sent', () => {
  test('before the time, or to users who reported, are off, turned reminders off, are invited or not expected to report', async () => {
    const [reporter, absent, quiet] = [await hire(), await hire(), await hire()]
    await hire({ password_hash: null })
    await hire({}, 'manager')
    await report(reporter, '2026-03-10')
    await as(absent).post('/api/absences', { start_date: '2026-03-10', end_date: '2026-03-10', kind: 'sick' })
    await account(quiet, { reminders: false })
    const person = await hire()
    expect(await remindedAt('2026-03-10T16:59:59.999Z')).toEqual([])
    expect(await remindedAt('2026-03-10T17:00:00.000Z')).toEqual([reminderOf(person)])
  })

  test('on holidays and on days that aren’t working days', async () => {
    await hire()
    const early = await hire({ working_days: JSON.stringify([{ from: '', days: [6] }]) })
    await as(cast.ada).post('/api/holidays', { date: '2026-03-10', name: 'Holiday' })
    expect(await remindedAt('2026-03-10T17:00:00.000Z')).toEqual([])
    expect(await remindedAt('2026-03-14T17:00:00.000Z')).toEqual([reminderOf(early, '2026-03-14')])
    expect(await remindedAt('2026-03-15T17:00:00.000Z')).toEqual([])
  })

  test('to an account that is newer than the reminder time', async () => {
    await hire({ created_at: '2026-03-10T17:00:00.000Z' })
    await hire({ accepted_at: '2026-03-10T17:30:00.000Z' })
    expect(await remindedAt('2026-03-10T18:00:00.000Z')).toEqual([])
  })

  test('after the day is over', async () => {
    await hire()
    expect(await remindedAt('2026-03-11T00:00:00.000Z')).toEqual([])
  })
})

describe('a reminder', () => {
  test('is sent once a day, even if several instances check often', async () => {
    const person = await hire()
    clock.set('2026-03-10T17:00:00.000Z')
    await Promise.all(Array.from({ length: 5 }, () => remindersJob.run(ctx, null, signal)))
    expect(await reminders()).toEqual([reminderOf(person)])
    expect(await remindedAt('2026-03-10T23:59:59.000Z')).toEqual([])
    expect(await remindedAt('2026-03-11T17:00:00.000Z')).toEqual([reminderOf(person, '2026-03-11')])
  })

  test('is sent late if the server was down, and not twice if the clock jumps', async () => {
    const person = await hire()
    expect(await remindedAt('2026-03-10T21:00:00.000Z')).toEqual([reminderOf(person)])
    expect(await remindedAt('2026-03-10T16:00:00.000Z')).toEqual([])
    expect(await remindedAt('2026-03-10T17:00:00.000Z')).toEqual([])
    expect(await remindedAt('2026-03-12T18:00:00.000Z')).toEqual([reminderOf(person, '2026-03-12')])
    expect(await remindedAt('2026-03-10T18:00:00.000Z')).toEqual([])
  })

  test('is sent at the reminder time in each user’s zone, from UTC+14 to UTC−12', async () => {
    const ahead = await hire({ time_zone: 'Pacific/Kiritimati' })
    const behind = await hire({ time_zone: 'Etc/GMT+12', reminder_time: '15:00' })
    // It is 17:00 on the 11th in Kiritimati.
    expect(await remindedAt('2026-03-11T02:59:00.000Z')).toEqual([])
    expect((await remindedAt('2026-03-11T03:00:00.000Z')).sort()).toEqual([
      reminderOf(ahead, '2026-03-11'),
      reminderOf(behind),
    ])
  })

  test('follows a change of time, zone and working days on the same day', async () => {
    const [sooner, moved, off] = [await hire(), await hire(), await hire()]
    await account(sooner, { reminder_time: '12:00' })
    // It is 21:00 there when it is noon in UTC.
    await account(moved, { time_zone: 'Asia/Tokyo' })
    await account(off, { working_days: [1] })
    expect(await remindedAt('2026-03-10T11:59:00.000Z')).toEqual([reminderOf(moved)])
    expect(await remindedAt('2026-03-10T12:00:00.000Z')).toEqual([reminderOf(sooner)])
    expect(await remindedAt('2026-03-10T17:00:00.000Z')).toEqual([])
    await account(off, { working_days: [2] })
    expect(await remindedAt('2026-03-10T17:00:20.000Z')).toEqual([reminderOf(off)])
  })

  test('is sent at the next existing time, or at the first of two', async () => {
    const person = await hire({
      time_zone: 'Europe/Berlin',
      reminder_time: '02:30',
      working_days: JSON.stringify([{ from: '', days: [7] }]),
    })
    // Berlin goes from 02:00 to 03:00 on 29 March, and from 03:00 back to 02:00 on 25 October.
    expect(await remindedAt('2026-03-29T00:59:59.000Z')).toEqual([])
    expect(await remindedAt('2026-03-29T01:00:00.000Z')).toEqual([reminderOf(person, '2026-03-29')])
    expect(await remindedAt('2026-10-25T00:29:59.000Z')).toEqual([])
    expect(await remindedAt('2026-10-25T00:30:00.000Z')).toEqual([reminderOf(person, '2026-10-25')])
    expect(await remindedAt('2026-10-25T01:30:00.000Z')).toEqual([])
  })
})

describe('by mail', () => {
  async function sendDue() {
    await queueMailsJob.run(ctx, null, signal)
    const running = runJobs(ctx, [notificationMailJob], { pollMs: 5 })
    onTestFinished(() => running.stop())
    await expect.poll(async () => (await db.selectFrom('jobs').selectAll().execute()).length).toBe(0)
    await running.stop()
  }

  test('the button opens the form of that day, and no mail follows once the report is submitted', async () => {
    const person = await hire()
    await remindedAt('2026-03-10T17:00:00.000Z')
    await sendDue()
    const [mail] = server.mails
    expect(mail?.to?.[0]?.address).toBe(person.email)
    expect(mail?.text).toContain('https://reports.example.com/reports/new?date=2026-03-10')
    await report(person, '2026-03-10')
    await remindedAt('2026-03-10T18:00:00.000Z')
    clock.advance({ minutes: 5 })
    await sendDue()
    expect(server.mails).toHaveLength(1)
  })

  test('no mail is sent if the report was submitted in the meantime', async () => {
    const person = await hire()
    await remindedAt('2026-03-10T17:00:00.000Z')
    await report(person, '2026-03-10')
    // Simulates a report that was submitted while the reminder was written.
    await db.updateTable('notifications').set({ read_at: null }).execute()
    await sendDue()
    expect(server.mails).toEqual([])
  })

  test('is part of the daily mail', async () => {
    const person = await hire({ email_notifications: 'daily' })
    await as(cast.max).post('/api/tasks', {
      title: 'Repair the printer',
      project_id: project.id,
      assigned_to: person.id,
      expected_hours: 1,
    })
    await remindedAt('2026-03-10T17:00:15.000Z')
    await sendDue()
    expect(server.mails).toEqual([])
    clock.set('2026-03-10T17:01:00.000Z')
    await sendDue()
    clock.advance({ minutes: 5 })
    await sendDue()
    expect(server.mails.map(mail => mail.subject)).toEqual(['Your day: 2 notifications'])
  })
})

test('1,000 reminders at once take few statements, and other requests don’t wait for all of them', async () => {
  const rows = Array.from({ length: 1000 }, (_, index) => ({
    name: `Crowd ${index}`,
    email: `crowd-${index}@example.com`,
    role: 'developer' as const,
    password_hash: 'x',
    created_at: '2026-01-05T09:00:00.000Z',
  }))
  await db.insertInto('users').values(rows).execute()
  clock.set('2026-03-10T17:00:00.000Z')
  statements.length = 0
  await remindersJob.run(ctx, null, signal)
  // Two checks, and one statement with the recipients.
  expect(statements.length).toBeLessThan(24)
  expect(await reminders()).toHaveLength(1000)
  statements.length = 0
  await queueMailsJob.run(ctx, null, signal)
  // Notifications are read 500 at a time, and mails are queued 200 at a time in separate transactions.
  expect(statements.length).toBeLessThan(30)
  expect(await db.selectFrom('jobs').selectAll().execute()).toHaveLength(1000)

  // Reads and writes are served between the mails.
  const running = runJobs(ctx, [notificationMailJob], { pollMs: 5 })
  onTestFinished(() => running.stop())
  while (server.mails.length < 20) {
    const replies = [
      await as(cast.max).get('/api/notifications/unread'),
      await as(cast.max).post('/api/notifications/read', {}),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
  }
  // The last request was served long before the last mail.
  expect(server.mails.length).toBeLessThan(1000)
  await running.stop()
})
