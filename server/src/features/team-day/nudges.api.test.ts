import { beforeEach, describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'

// Tuesday 10 March 2026, 9:00 UTC. The organization is in UTC here.
const { as, cast, clock, ctx, db, make } = await startTestApp()
ctx.config.timeZone = 'UTC'
const project = await make.project()
const today = '2026-03-10'

const hire = make.user
const remind = (user: { id: number }, date = today, who = cast.max) =>
  as(who).post('/api/team/nudges', { user_id: user.id, date })
const missed = async (who: Person) => (await as(who).get('/api/reports/missed')).body
const report = (who: Person, date: string) => make.report(who, { date, project_id: project.id })

beforeEach(async () => {
  await db.deleteFrom('holidays').execute()
  await db.deleteFrom('organization_settings').execute()
  clock.set('2026-03-10T09:00:00.000Z')
})

describe('POST /team/nudges is refused', () => {
  test('without a token, and to staff before anything else', async () => {
    expectRefusal(await as(null).post('/api/team/nudges', {}), 401, messages.signIn.noToken)
    for (const who of [cast.dina, cast.desi, cast.mark])
      expectRefusal(await as(who).post('/api/team/nudges', {}), 403, messages.general.notAllowed)
  })

  test('for invalid input', async () => {
    const { id } = await hire()
    for (const [body, field] of [
      [{ date: today }, 'user_id'],
      [{ user_id: 'x', date: today }, 'user_id'],
      [{ user_id: id }, 'date'],
      [{ user_id: id, date: '2026-02-30' }, 'date'],
      [{ user_id: id, date: '1999-12-31' }, 'date'],
      [{ user_id: id, date: '2101-01-01' }, 'date'],
    ] as const) {
      const reply = await as(cast.max).post('/api/team/nudges', body)
      expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([400, [field]])
    }
  })

  test('for unknown and deleted users', async () => {
    const deleted = await hire()
    await as(cast.ada).delete(`/api/users/${deleted.id}`)
    for (const user of [{ id: 999_999 }, deleted])
      expectRefusal(await remind(user), 404, messages.users.notFound)
  })

  test('if no report is owed: reported, off, holiday, free, future, before the account, another role, invited', async () => {
    const sentence = (name: string) => `${name} doesn't owe a report for this day`
    const [reporter, absent, person] = [await hire(), await hire(), await hire()]
    await report(reporter, today)
    await as(absent).post('/api/absences', { start_date: today, end_date: today, kind: 'sick' })
    await as(cast.ada).post('/api/holidays', { date: '2026-03-06', name: 'Holiday' })
    const invited = await as(cast.ada).post('/api/auth/register', {
      name: 'Ina',
      email: 'ina@example.com',
      role: 'developer',
      invite: true,
    })
    for (const [who, date] of [
      [reporter, today],
      [absent, today],
      [person, '2026-03-06'],
      [person, '2026-03-08'],
      [person, '2026-03-11'],
      [person, '2026-01-02'],
      [cast.max, today],
      [invited.body.user, today],
    ] as [Person, string][])
      expectRefusal(await remind(who, date), 409, sentence(who.name))
    expect(await db.selectFrom('nudges').selectAll().execute()).toEqual([])
  })

  test('a second time for the same date, by any reviewer and on any day', async () => {
    const person = await hire()
    expect((await remind(person)).status).toBe(201)
    const sentence = `${person.name} has already been reminded today`
    expectRefusal(await remind(person), 409, sentence)
    clock.set('2026-03-11T09:00:00.000Z')
    expectRefusal(await remind(person, today, cast.ada), 409, sentence)
    expect((await remind(person, '2026-03-11')).status).toBe(201)
    await report(person, today)
    expectRefusal(await remind(person), 409, messages.teamDay.owesNothing(person.name))
  })

  test('for the second of two concurrent requests', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await hire()
      const replies = await Promise.all([
        remind(person, today, cast.max),
        remind(person, today, cast.ada),
        remind(person, today, cast.max),
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
      for (const reply of replies.filter(({ status }) => status === 409))
        expectRefusal(reply, 409, messages.teamDay.alreadyReminded(person.name))
    }
  })
})

describe('a reminder', () => {
  test('returns the name of the user, and only that user sees it', async () => {
    const [person, other] = [await hire(), await hire()]
    const reply = await remind(person)
    expect([reply.status, reply.body]).toEqual([201, { msg: `${person.name} has been reminded.` }])
    expect((await missed(person)).reminders).toEqual([
      { date: today, name: cast.max.name, created_at: '2026-03-10T09:00:00.000Z' },
    ])
    expect((await missed(other)).reminders).toEqual([])
    expect((await missed(cast.max)).reminders).toEqual([])
  })

  test('is listed with the missed days, newest first, until the day is reported', async () => {
    const person = await hire()
    await remind(person, '2026-03-10')
    clock.set('2026-03-10T10:00:00.000Z')
    await remind(person, '2026-03-09', cast.ada)
    expect(await missed(person)).toEqual({
      days: ['2026-03-09'],
      drafts: [],
      reminders: [
        { date: '2026-03-09', name: cast.ada.name, created_at: '2026-03-10T10:00:00.000Z' },
        { date: '2026-03-10', name: cast.max.name, created_at: '2026-03-10T09:00:00.000Z' },
      ],
    })
    await report(person, '2026-03-10')
    expect((await missed(person)).reminders.map(({ date }: { date: string }) => date)).toEqual(['2026-03-09'])
    await report(person, '2026-03-09')
    expect(await missed(person)).toEqual({ days: [], drafts: [], reminders: [] })
  })

  test('is no longer listed once the report isn’t owed: time off, a holiday, another role, the end of the window', async () => {
    const reminded = async () => {
      const person = await hire()
      await remind(person)
      expect((await missed(person)).reminders).toHaveLength(1)
      return person
    }
    const [absent, promoted, late] = [await reminded(), await reminded(), await reminded()]
    await as(absent).post('/api/absences', { start_date: today, end_date: today, kind: 'sick' })
    expect((await missed(absent)).reminders).toEqual([])
    const { name, email } = promoted
    await as(cast.ada).put(`/api/users/${promoted.id}`, { name, email, role: 'manager' })
    expect((await missed(promoted)).reminders).toEqual([])
    // The window has three days, so the 10th is in it until the 12th.
    clock.set('2026-03-12T23:59:59.000Z')
    expect((await missed(late)).reminders).toHaveLength(1)
    clock.set('2026-03-13T00:00:00.000Z')
    expect((await missed(late)).reminders).toEqual([])
    clock.set('2026-03-10T09:00:00.000Z')
    await as(cast.ada).post('/api/holidays', { date: today, name: 'Holiday' })
    expect((await missed(late)).reminders).toEqual([])
  })

  test('is possible if the report is owed in the user’s zone, from UTC+14 to UTC−12', async () => {
    const [ahead, behind] = [
      await hire('developer', { time_zone: 'Pacific/Kiritimati' }),
      await hire('developer', { time_zone: 'Etc/GMT+12' }),
    ]
    clock.set('2026-03-10T10:00:00.000Z')
    // It is the 11th in Kiritimati, and still the 9th on Baker Island.
    expect((await remind(ahead, '2026-03-11')).status).toBe(201)
    expect((await missed(ahead)).reminders).toHaveLength(1)
    expectRefusal(await remind(behind, '2026-03-10'), 409, messages.teamDay.owesNothing(behind.name))
    expect((await remind(behind, '2026-03-09')).status).toBe(201)
    expect(await missed(behind)).toMatchObject({ days: [], reminders: [{ date: '2026-03-09' }] })
  })

  test('has the replacement name of an erased reviewer, and is erased with its user', async () => {
    const [reviewer, person] = [await hire('manager'), await hire()]
    await remind(person, today, reviewer)
    const erase = async ({ id }: Person) => {
      await as(cast.ada).delete(`/api/users/${id}`)
      expect((await as(cast.ada).post(`/api/users/deleted/${id}/erase`)).status).toBe(200)
    }
    await erase(reviewer)
    expect((await missed(person)).reminders).toMatchObject([{ name: `Former member ${reviewer.id}` }])
    await erase(person)
    const left = await db.selectFrom('nudges').selectAll().where('user_id', '=', person.id).execute()
    expect(left).toEqual([])
  })
})
