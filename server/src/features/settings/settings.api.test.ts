import type { LogEvent } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { refusedInputs } from '../../../test/refused-inputs.ts'
import { expectRefusal, openTestApp, startTestApp } from '../../../test/start-test-app.ts'
import { program } from '../../lib/program-version.ts'
import { issueSetupCode } from '../sign-in/setup.service.ts'

const statements: string[] = []
const { as, cast, clock, ctx, db } = await startTestApp({
  log: ({ query }: LogEvent) => void statements.push(query.sql),
})

const byDefault = {
  organization_name: null,
  time_zone: ctx.config.timeZone,
  working_days: [1, 2, 3, 4, 5],
  reporting_roles: ['developer', 'designer', 'marketing'],
  reminder_time: '17:00',
  summary_time: '09:00',
  manager_scope: 'everyone',
  second_step: 'optional',
  holidays: [],
  email_enabled: false,
  mail_paused: false,
  unreadable_second_steps: 0,
  is_checked: false,
  ...program,
}

beforeEach(async () => {
  await db.deleteFrom('holidays').execute()
  await db.deleteFrom('organization_settings').execute()
})

describe('GET and PUT /settings', () => {
  test('need a token, and only admins can write', async () => {
    expectRefusal(await as(null).get('/api/settings'), 401, messages.signIn.noToken)
    expectRefusal(await as(null).put('/api/settings', {}), 401, messages.signIn.noToken)
    for (const who of [cast.dina, cast.max])
      expectRefusal(await as(who).put('/api/settings', { time_zone: 'x' }), 403, messages.general.notAllowed)
  })

  test.each(
    refusedInputs([
      [{ time_zone: 'Mars/Olympus_Mons' }, 'time_zone', 'Unknown time zone'],
      [{ time_zone: null }, 'time_zone', 'Unknown time zone'],
      [{ time_zone: 'GMT+25:00' }, 'time_zone', 'Unknown time zone'],
      [{ working_days: [] }, 'working_days', 'Choose at least one working day'],
      [{ working_days: null }, 'working_days', 'Choose at least one working day'],
      [{ working_days: [8] }, 'working_days.0', messages.fields.workingDaysInvalid],
      [{ working_days: ['1'] }, 'working_days.0', messages.fields.workingDaysInvalid],
      [{ reporting_roles: ['boss'] }, 'reporting_roles.0', messages.users.roleUnknown],
      [{ reporting_roles: 'developer' }, 'reporting_roles', messages.settings.rolesInvalid],
      [{ reminder_time: '25:00' }, 'reminder_time', messages.fields.timeInvalid],
      [{ summary_time: null }, 'summary_time', messages.fields.timeInvalid],
      [{ manager_scope: 'nobody' }, 'manager_scope', messages.settings.managerScopeUnknown],
      [{ manager_scope: null }, 'manager_scope', messages.settings.managerScopeUnknown],
      [
        { organization_name: 'x'.repeat(201) },
        'organization_name',
        'Organization name must be at most 200 characters',
      ],
    ]),
  )('refuses %s', async (_name, payload, field, sentence) => {
    expectRefusal(await as(cast.ada).put('/api/settings', payload), 400, sentence, { [field]: sentence })
    expect((await as(cast.ada).get('/api/settings')).body).toEqual(byDefault)
  })

  test('every user can read them, with defaults for unset fields', async () => {
    for (const who of [cast.dina, cast.max, cast.ada])
      expect((await as(who).get('/api/settings')).body).toEqual(byDefault)
    expect((await as(cast.ada).put('/api/settings', {})).body).toEqual(byDefault)
  })

  test('an update changes the given fields and keeps the others', async () => {
    const put = async (payload: object) => (await as(cast.ada).put('/api/settings', payload)).body
    expect(await put({ organization_name: ' Example Ltd ', time_zone: 'Asia/Kolkata' })).toEqual({
      ...byDefault,
      organization_name: 'Example Ltd',
      time_zone: 'Asia/Kolkata',
      is_checked: true,
    })
    // The empty list means that no role reports. Holidays and mail aren't changed by this call.
    const rest = {
      working_days: [7, 1, 1],
      reporting_roles: [],
      reminder_time: '16:30',
      summary_time: '08:00',
      manager_scope: 'teams',
    }
    const expected = {
      ...byDefault,
      organization_name: 'Example Ltd',
      time_zone: 'Asia/Kolkata',
      ...rest,
      working_days: [1, 7],
      is_checked: true,
    }
    expect(
      await put({ ...rest, holidays: [{ date: '2026-05-01', name: 'x' }], email_enabled: true }),
    ).toEqual(expected)
    expect((await as(cast.dina).get('/api/settings')).body).toEqual(expected)
    expect(
      await put({ reporting_roles: ['manager', 'developer', 'manager'], organization_name: '' }),
    ).toEqual({
      ...expected,
      organization_name: null,
      reporting_roles: ['developer', 'manager'],
    })
  })

  test('concurrent updates are all applied', async () => {
    const inputs = [{ time_zone: 'Asia/Tokyo' }, { working_days: [2] }, { summary_time: '07:00' }]
    await Promise.all(inputs.map(input => as(cast.ada).put('/api/settings', input)))
    expect((await as(cast.ada).get('/api/settings')).body).toEqual({
      ...byDefault,
      time_zone: 'Asia/Tokyo',
      working_days: [2],
      summary_time: '07:00',
      is_checked: true,
    })
  })

  test.each([
    ['the working days, also unchanged ones', { working_days: [1, 2, 3, 4, 5] }],
    ['the times', { reminder_time: '17:00', summary_time: '09:00' }],
    ['the name', { organization_name: 'Example Ltd' }],
    ['the roles', { reporting_roles: ['developer'] }],
  ])('are checked once an admin has saved %s', async (_name, payload) => {
    expect((await as(cast.ada).put('/api/settings', payload)).body.is_checked).toBe(true)
    expect((await as(cast.dina).get('/api/settings')).body.is_checked).toBe(true)
  })

  test('are checked once there is a holiday', async () => {
    await as(cast.ada).post('/api/holidays', { date: '2026-05-01', name: 'Labour Day' })
    expect((await as(cast.ada).get('/api/settings')).body.is_checked).toBe(true)
  })

  test('have the state of the mail set-up', async () => {
    const mail = {
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'a@example.com',
      PUBLIC_URL: 'https://a.example',
    }
    const withMail = await openTestApp({ settings: mail })
    const { body } = await withMail.as(withMail.cast.dina).get('/api/settings')
    await withMail.close()
    expect(body).toMatchObject({ email_enabled: true })
  })
})

test('admins see how many authenticator apps have a lost key, until it is back', async () => {
  const given = await openTestApp()
  onTestFinished(() => given.close())
  const { dina, ada, max } = given.cast
  const created_at = '2026-01-05T09:00:00.000Z'
  const secret = given.ctx.factorKey.encrypt('SECRET', max.id)
  const ofOther = given.ctx.factorKey.encrypt('SECRET', ada.id)
  const apps = [
    { user_id: max.id, secret, created_at },
    { user_id: dina.id, secret: ofOther, created_at },
  ]
  await given.db.insertInto('authenticator_apps').values(apps).execute()
  const seenBy = async (who: typeof dina) =>
    (await given.as(who).get('/api/settings')).body.unreadable_second_steps
  expect([await seenBy(ada), await seenBy(max), await seenBy(dina)]).toEqual([1, 0, 0])
  const saved = await given.as(ada).put('/api/settings', { reminder_time: '16:00' })
  expect(saved.body).toMatchObject({ unreadable_second_steps: 1 })
  await given.db.deleteFrom('authenticator_apps').where('user_id', '=', dina.id).execute()
  expect(await seenBy(ada)).toBe(0)
})

describe('the first set-up', () => {
  async function setUp(more: object) {
    const fresh = await openTestApp({ withCast: false })
    const setup_code = await issueSetupCode(fresh.ctx, 1)
    const admin = { name: 'First', email: 'first@example.com', password: 'first-password', setup_code }
    const reply = await fresh.as(null).post('/api/auth/register', { ...admin, ...more })
    const settings = reply.body.token && (await fresh.as({ token: reply.body.token }).get('/api/settings'))
    await fresh.close()
    return { reply, zone: settings?.body.time_zone, isChecked: settings?.body.is_checked }
  }

  test('stores the given time zone, or uses the server’s', async () => {
    expect((await setUp({ time_zone: 'Pacific/Auckland' })).zone).toBe('Pacific/Auckland')
    expect((await setUp({})).zone).toBe(ctx.config.timeZone)
    expect((await setUp({ time_zone: 'Pacific/Auckland' })).isChecked).toBe(false)
  })

  test('refuses an unknown zone and creates no account', async () => {
    const { reply } = await setUp({ time_zone: 'Nowhere' })
    expectRefusal(reply, 400, 'Unknown time zone', { time_zone: 'Unknown time zone' })
  })
})

describe('POST and DELETE /holidays', () => {
  const add = (payload: object) => as(cast.ada).post('/api/holidays', payload)
  const holiday = { date: '2026-05-01', name: 'Labour Day' }

  test('are only for admins', async () => {
    const { body } = await add(holiday)
    for (const who of [cast.dina, cast.max]) {
      expectRefusal(await as(who).post('/api/holidays', {}), 403, messages.general.notAllowed)
      expectRefusal(await as(who).post('/api/holidays/import', {}), 403, messages.general.notAllowed)
      expectRefusal(await as(who).delete(`/api/holidays/${body.id}`), 403, messages.general.notAllowed)
    }
  })

  test.each(
    refusedInputs([
      [{ name: 'x' }, 'date', messages.fields.dateRequired],
      [{ date: '2026-02-30', name: 'x' }, 'date', messages.fields.dateInvalid],
      [{ date: '1999-12-31', name: 'x' }, 'date', messages.fields.dayTooEarly],
      [{ date: '2101-01-01', name: 'x' }, 'date', messages.fields.dayTooLate],
      [{ date: '2026-05-01' }, 'name', messages.settings.holidayNameRequired],
      [{ date: '2026-05-01', name: ' ' }, 'name', messages.settings.holidayNameRequired],
      [{ date: '2026-05-01', name: 'x'.repeat(201) }, 'name', 'Name must be at most 200 characters'],
    ]),
  )('refuses %s', async (_name, payload, field, sentence) => {
    expectRefusal(await add(payload), 400, sentence, { [field]: sentence })
  })

  test('add, list by date and delete', async () => {
    const later = await add({ date: '2026-12-25', name: ' Christmas ' })
    expect(later.status).toBe(201)
    expect(later.body).toEqual({ id: expect.any(Number), date: '2026-12-25', name: 'Christmas' })
    const earlier = await add(holiday)
    const listed = async () => (await as(cast.dina).get('/api/settings')).body.holidays
    expect(await listed()).toEqual([earlier.body, later.body])
    const deleted = await as(cast.ada).delete(`/api/holidays/${earlier.body.id}`)
    expect([deleted.status, deleted.body]).toEqual([200, { msg: 'Holiday Labour Day deleted.' }])
    expect(await listed()).toEqual([later.body])
    for (const id of [earlier.body.id, 999_999])
      expectRefusal(await as(cast.ada).delete(`/api/holidays/${id}`), 404, messages.settings.holidayNotFound)
    expectRefusal(await as(cast.ada).delete('/api/holidays/x'), 404, messages.general.notFound)
  })

  test('refuse a second holiday on a day, also in concurrent requests', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => add(holiday)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expectRefusal(await add({ ...holiday, name: 'Another' }), 409, 'There is already a holiday on this date')
    expect((await as(cast.ada).get('/api/settings')).body.holidays).toHaveLength(1)
  })
})

describe('POST /holidays/import', () => {
  const bring = (holidays: unknown) => as(cast.ada).post('/api/holidays/import', { holidays })
  const dates = async () =>
    (await as(cast.ada).get('/api/settings')).body.holidays.map(
      ({ date, name }: { date: string; name: string }) => `${date} ${name}`,
    )

  test.each(
    refusedInputs([
      [{ holidays: [] }, 'holidays', messages.settings.holidaysRequired],
      [{}, 'holidays', messages.settings.holidaysRequired],
      [
        { holidays: Array.from({ length: limits.holidaysPerImport + 1 }, () => ({})) },
        'holidays',
        messages.settings.tooManyHolidaysAtOnce,
      ],
    ]),
  )('refuses %s', async (_name, payload, field, sentence) => {
    const reply = await as(cast.ada).post('/api/holidays/import', payload)
    expectRefusal(reply, 400, sentence, { [field]: sentence })
  })

  test('adds none if one is invalid, and has its index in the error', async () => {
    const reply = await bring([
      { date: '2026-01-01', name: 'New Year' },
      { date: '2026-13-01', name: 'x' },
    ])
    const sentence = messages.fields.dateInvalid
    expectRefusal(reply, 400, sentence, { 'holidays.1.date': sentence })
    expect(await dates()).toEqual([])
  })

  test('adds new dates, each once', async () => {
    await as(cast.ada).post('/api/holidays', { date: '2026-01-01', name: 'Ours' })
    const reply = await bring([
      { date: '2026-12-25', name: 'Christmas' },
      { date: '2026-01-01', name: 'New Year' },
      { date: '2026-12-25', name: 'Again' },
    ])
    expect([reply.status, reply.body]).toEqual([201, { created: 1, skipped: 2 }])
    expect(await dates()).toEqual(['2026-01-01 Ours', '2026-12-25 Christmas'])
  })

  test('adds the longest list in one statement, and a list without new dates in none', async () => {
    const list = Array.from({ length: limits.holidaysPerImport }, (_, index) => ({
      date: addDays('2027-01-01', index),
      name: 'x',
    }))
    const inserts = () => statements.filter(statement => /^insert into "holidays"/.test(statement)).length
    statements.length = 0
    expect((await bring(list)).body).toEqual({ created: list.length, skipped: 0 })
    expect(inserts()).toBe(1)
    expect((await bring(list)).body).toEqual({ created: 0, skipped: list.length })
    expect(inserts()).toBe(1)
  })

  test('adds a list once if it arrives twice at the same time', async () => {
    const list = Array.from({ length: 20 }, (_, index) => ({ date: `2027-01-${index + 10}`, name: 'x' }))
    const replies = await Promise.all([bring(list), bring(list), bring(list)])
    expect(replies.map(({ body }) => body.created).sort((a, b) => a - b)).toEqual([0, 0, 20])
    expect(await dates()).toHaveLength(20)
  })

  test('refuses more holidays than the limit', async () => {
    const first = Date.parse('2027-01-01')
    const rows = Array.from({ length: limits.holidaysMax - 1 }, (_, index) => ({
      date: new Date(first + index * 86_400_000).toISOString().slice(0, 10),
      name: 'x',
    }))
    for (let from = 0; from < rows.length; from += 500)
      await db
        .insertInto('holidays')
        .values(rows.slice(from, from + 500))
        .execute()
    const two = [
      { date: '2026-01-01', name: 'x' },
      { date: '2026-01-02', name: 'x' },
    ]
    expectRefusal(await bring(two), 400, messages.settings.tooManyHolidays)
    expect((await as(cast.ada).post('/api/holidays', two[0])).status).toBe(201)
    expectRefusal(await as(cast.ada).post('/api/holidays', two[1]), 400, messages.settings.tooManyHolidays)
  })
})

test('new working days apply from today on in the organization’s zone', async () => {
  // It is already Wednesday in Kiritimati.
  clock.set('2026-03-10T10:00:00.000Z')
  await as(cast.ada).put('/api/settings', { time_zone: 'Pacific/Kiritimati', working_days: [3] })
  const { working_days } = await db
    .selectFrom('organization_settings')
    .select('working_days')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(working_days ?? '')).toEqual([
    { from: '', days: [1, 2, 3, 4, 5] },
    { from: '2026-03-11', days: [3] },
  ])
})
