import { beforeEach, describe, expect, test } from 'vitest'
import { type CalendarDay, calendarReply, teamCalendarReply } from '#shared/contract/calendar.ts'
import { messages } from '#shared/messages.ts'
import type { Role } from '#shared/roles.ts'
import { reportBody } from '../../../test/make.ts'
import { expectRefusal, openTestApp, type Person, startTestApp } from '../../../test/start-test-app.ts'

// Tuesday 10 March 2026, 9:00 UTC. The organization is in UTC here.
const { as, cast, clock, ctx, db, make } = await startTestApp()
ctx.config.timeZone = 'UTC'
const project = await make.project({ developers: [cast.dina.id] })

const hire = make.user

async function month(who: Person, name = '2026-03') {
  const reply = await as(who).get(`/api/calendar/me?month=${name}`)
  expect(reply.status, reply.text).toBe(200)
  return new Map<string, CalendarDay>(reply.body.days.map((day: CalendarDay) => [day.date.slice(8), day]))
}
const stateOn = async (who: Person, date: string) =>
  (await month(who, date.slice(0, 7))).get(date.slice(8))?.state

const report = (who: Person, date: string, more: object = {}) =>
  make.report(who, { date, project_id: project.id, ...more })
const timeOff = async (who: Person, start_date: string, end_date = start_date) =>
  (await as(who).post('/api/absences', { start_date, end_date, kind: 'vacation' })).body
const holiday = (date: string, name = 'Holiday') => as(cast.ada).post('/api/holidays', { date, name })
const set = (input: object) => as(cast.ada).put('/api/settings', input)

beforeEach(async () => {
  await db.deleteFrom('holidays').execute()
  await db.deleteFrom('organization_settings').execute()
  clock.set('2026-03-10T09:00:00.000Z')
})

describe('GET /calendar/me', () => {
  test('refused without a token, and for an invalid month', async () => {
    expectRefusal(await as(null).get('/api/calendar/me'), 401, messages.signIn.noToken)
    for (const wrong of ['2026-13', '2026-3', '2026-03-01', 'x', '1999-12', '2101-01'])
      expectRefusal(
        await as(cast.dina).get(`/api/calendar/me?month=${wrong}`),
        400,
        messages.fields.monthInvalid,
        {
          month: messages.fields.monthInvalid,
        },
      )
  })

  test('every day of the month, with all of its fields', async () => {
    const person = await hire()
    const { id } = await report(person, '2026-03-06')
    const absence = await timeOff(person, '2026-03-05', '2026-03-06')
    await holiday('2026-03-06', 'Founders’ Day')
    const reply = await as(person).get('/api/calendar/me?month=2026-03')
    expect(calendarReply.safeParse(reply.body).success).toBe(true)
    expect(reply.body).toMatchObject({ month: '2026-03', today: '2026-03-10' })
    expect(reply.body.days).toHaveLength(31)
    // All fields are filled, whatever the state.
    expect(reply.body.days[5]).toEqual({
      date: '2026-03-06',
      state: 'late',
      report_id: id,
      hours: 1.3,
      absence_id: absence.id,
      holiday: 'Founders’ Day',
    })
    expect(reply.body.days[4]).toEqual({
      date: '2026-03-05',
      state: 'off',
      report_id: null,
      hours: null,
      absence_id: absence.id,
      holiday: null,
    })
    for (const [name, length] of [
      ['2026-02', 28],
      ['2024-02', 29],
    ] as const)
      expect([...(await month(person, name)).keys()]).toHaveLength(length)
  })

  test('without a month, the current one in the user’s zone', async () => {
    const person = await hire()
    clock.set('2026-03-31T10:00:00.000Z')
    const current = async () => (await as(person).get('/api/calendar/me')).body
    expect(await current()).toMatchObject({ month: '2026-03', today: '2026-03-31' })
    await as(person).put('/api/account', { time_zone: 'Pacific/Kiritimati' })
    expect(await current()).toMatchObject({ month: '2026-04', today: '2026-04-01' })
  })
})

describe('the state of a day', () => {
  test('each row of the table, the first that applies', async () => {
    const person = await hire()
    await report(person, '2026-03-10')
    await report(person, '2026-03-09')
    await timeOff(person, '2026-03-05', '2026-03-07')
    await holiday('2026-03-05')
    await holiday('2026-03-04')
    await holiday('2026-03-12')
    await timeOff(person, '2026-03-13')
    const days = await month(person)
    const expected = {
      '10': 'submitted',
      '09': 'late',
      '07': 'off',
      '05': 'off',
      '04': 'holiday',
      '01': 'free',
      '03': 'missing',
      '11': 'future',
      '12': 'holiday',
      '13': 'off',
      '14': 'free',
    }
    for (const [day, state] of Object.entries(expected))
      expect([day, days.get(day)?.state]).toEqual([day, state])
    expect(await stateOn(await hire(), '2026-03-10')).toBe('due')
    expect(await stateOn(person, '2026-01-05')).toBe('missing')
    expect(await stateOn(person, '2026-01-02')).toBe('none')
  })

  test('none for roles that are not expected to report, unless there is a report', async () => {
    expect(await stateOn(cast.max, '2026-03-10')).toBe('none')
    await report(cast.max, '2026-03-10')
    expect(await stateOn(cast.max, '2026-03-10')).toBe('submitted')
    const [manager, designer] = [await hire('manager'), await hire('designer')]
    await set({ reporting_roles: ['manager'] })
    expect(await stateOn(manager, '2026-03-09')).toBe('missing')
    expect(await stateOn(designer, '2026-03-09')).toBe('none')
    await set({ reporting_roles: [] })
    expect(await stateOn(manager, '2026-03-09')).toBe('none')
  })

  test('none before the account existed in the user’s zone', async () => {
    const person = await hire('developer', { created_at: '2026-03-03T10:00:00.000Z' })
    expect([await stateOn(person, '2026-03-02'), await stateOn(person, '2026-03-03')]).toEqual([
      'none',
      'missing',
    ])
    await as(person).put('/api/account', { time_zone: 'Pacific/Kiritimati' })
    expect([await stateOn(person, '2026-03-03'), await stateOn(person, '2026-03-04')]).toEqual([
      'none',
      'missing',
    ])
  })

  test('holidays and time off to come and of today, own working days before the organization’s', async () => {
    const person = await hire()
    await as(person).put('/api/account', { working_days: [1, 3] })
    expect([await stateOn(person, '2026-03-10'), await stateOn(person, '2026-03-11')]).toEqual([
      'free',
      'future',
    ])
    await set({ working_days: [2] })
    expect([await stateOn(person, '2026-03-10'), await stateOn(person, '2026-03-11')]).toEqual([
      'free',
      'future',
    ])
    await as(person).put('/api/account', { working_days: null })
    expect([await stateOn(person, '2026-03-10'), await stateOn(person, '2026-03-11')]).toEqual([
      'due',
      'free',
    ])
  })

  test('new working days and a new zone change no state in the past', async () => {
    const person = await hire()
    await report(person, '2026-03-10', {})
    const past = async () =>
      [...(await month(person)).values()].filter(({ date }) => date < '2026-03-09').map(({ state }) => state)
    const before = await past()
    await set({ working_days: [6, 7], time_zone: 'Pacific/Kiritimati' })
    expect(await past()).toEqual(before)
    await as(cast.max).put(`/api/users/${person.id}`, {
      ...person,
      working_days: [7],
      time_zone: 'Etc/GMT+12',
    })
    expect(await past()).toEqual(before)
    expect(await stateOn(person, '2026-03-10')).toBe('submitted')
    expect(await stateOn(person, '2026-03-15')).toBe('future')
    expect(await stateOn(person, '2026-03-16')).toBe('free')
  })
})

describe('late', () => {
  test('a person in Kiritimati and one in Baker Island report around their midnights', async () => {
    const [ahead, behind] = [await hire(), await hire()]
    await as(ahead).put('/api/account', { time_zone: 'Pacific/Kiritimati' })
    await as(behind).put('/api/account', { time_zone: 'Etc/GMT+12' })
    clock.set('2026-03-11T09:59:59.000Z')
    expect(await stateOn(ahead, '2026-03-11')).toBe('due')
    await report(ahead, '2026-03-11')
    clock.set('2026-03-12T10:00:00.000Z')
    expect(await stateOn(ahead, '2026-03-12')).toBe('missing')
    expect(await stateOn(ahead, '2026-03-13')).toBe('due')
    await report(ahead, '2026-03-12')
    expect([await stateOn(ahead, '2026-03-11'), await stateOn(ahead, '2026-03-12')]).toEqual([
      'submitted',
      'late',
    ])

    clock.set('2026-03-12T11:59:59.000Z')
    expect(await stateOn(behind, '2026-03-11')).toBe('due')
    expect(await stateOn(behind, '2026-03-12')).toBe('future')
    await report(behind, '2026-03-11')
    clock.set('2026-03-13T12:00:00.000Z')
    await report(behind, '2026-03-12')
    expect([await stateOn(behind, '2026-03-11'), await stateOn(behind, '2026-03-12')]).toEqual([
      'submitted',
      'late',
    ])

    // The manager sees the same.
    const { body } = await as(cast.max).get('/api/calendar/team?month=2026-03')
    for (const [who, states] of [
      [ahead, ['submitted', 'late', 'missing']],
      [behind, ['submitted', 'late', 'due']],
    ] as const) {
      const row = body.data.find(({ user }: { user: { id: number } }) => user.id === who.id)
      expect(row.days.slice(10, 13).map(({ state }: CalendarDay) => state)).toEqual(states)
    }
  })

  test('never changes with the zone of the author or the organization, nor by an edit', async () => {
    const person = await hire()
    await as(person).put('/api/account', { time_zone: 'Etc/GMT+12' })
    clock.set('2026-03-11T11:00:00.000Z')
    const { id } = await report(person, '2026-03-10')
    const other = await hire()
    await set({ time_zone: 'Europe/Berlin' })
    clock.set('2026-03-11T22:59:00.000Z')
    await report(other, '2026-03-11')
    await as(person).put('/api/account', { time_zone: 'Pacific/Kiritimati' })
    await set({ time_zone: 'Pacific/Kiritimati' })
    expect([await stateOn(person, '2026-03-10'), await stateOn(other, '2026-03-11')]).toEqual([
      'submitted',
      'submitted',
    ])
    clock.set('2026-03-12T11:00:00.000Z')
    const body = reportBody({ date: '2026-03-10', project_id: project.id })
    expect((await as(person).put(`/api/reports/${id}`, body)).status).toBe(200)
    expect(await stateOn(person, '2026-03-10')).toBe('submitted')
  })

  test('a report from before zones were stored counts in the organization’s zone', async () => {
    const person = await hire()
    clock.set('2026-03-10T23:30:00.000Z')
    const { id } = await report(person, '2026-03-10')
    await db.updateTable('reports').set({ time_zone: null }).where('id', '=', id).execute()
    expect(await stateOn(person, '2026-03-10')).toBe('submitted')
    await set({ time_zone: 'Europe/Berlin' })
    expect(await stateOn(person, '2026-03-10')).toBe('late')
    // The first zone that is set applies to the past. Later changes don't.
    await set({ time_zone: 'America/New_York' })
    expect(await stateOn(person, '2026-03-10')).toBe('late')
  })
})

describe('invited users', () => {
  const invite = async (email: string) =>
    (await as(cast.ada).post('/api/auth/register', { name: 'Ina', email, role: 'developer', invite: true }))
      .body
  const teamRowOf = async (id: number) => {
    const { body } = await as(cast.max).get('/api/calendar/team?month=2026-03')
    return body.data.find(({ user }: { user: { id: number } }) => user.id === id)
  }
  const rowOf = async (id: number) => {
    const { days } = await teamRowOf(id)
    return new Map<string, string>(days.map(({ date, state }: CalendarDay) => [date.slice(8), state]))
  }

  test('owe nothing until they accept; their days begin with the day of acceptance', async () => {
    clock.set('2026-03-03T09:00:00.000Z')
    const { user, invitation } = await invite('ina@example.com')
    clock.set('2026-03-05T09:00:00.000Z')
    expect(new Set((await rowOf(user.id)).values())).toEqual(new Set(['none']))
    expect((await teamRowOf(user.id)).user.invited).toBe(true)
    const code = new URL(invitation.link).searchParams.get('code')
    const accepted = await as(null).post('/api/auth/invitation', { code, password: 'a-good-secret' })
    expect(accepted.status).toBe(200)
    expect((await teamRowOf(user.id)).user.invited).toBe(false)
    clock.set('2026-03-06T09:00:00.000Z')
    const days = await rowOf(user.id)
    expect(['04', '05', '06', '09'].map(day => days.get(day))).toEqual(['none', 'missing', 'due', 'future'])
  })

  test('or with the day on which a reviewer sets a password; a later password changes nothing', async () => {
    clock.set('2026-03-03T09:00:00.000Z')
    const { user } = await invite('ira@example.com')
    clock.set('2026-03-05T09:00:00.000Z')
    await as(cast.ada).put(`/api/users/${user.id}/password`, { password: 'a-good-secret' })
    clock.set('2026-03-09T09:00:00.000Z')
    await as(cast.ada).put(`/api/users/${user.id}/password`, { password: 'another-secret' })
    const days = await rowOf(user.id)
    expect(['04', '05', '09'].map(day => days.get(day))).toEqual(['none', 'missing', 'due'])
  })
})

describe('GET /calendar/me/year', () => {
  test('refuses an invalid year', async () => {
    for (const wrong of ['26', '2026-03', '1999', '2101', 'x'])
      expectRefusal(
        await as(cast.dina).get(`/api/calendar/me/year?year=${wrong}`),
        400,
        messages.fields.yearInvalid,
        {
          year: messages.fields.yearInvalid,
        },
      )
  })

  test('every day of the year, as its months have them', async () => {
    const person = await hire()
    await report(person, '2026-03-10')
    await timeOff(person, '2026-12-28', '2027-01-08')
    const { body } = await as(person).get('/api/calendar/me/year')
    expect(body).toMatchObject({ year: '2026', today: '2026-03-10' })
    expect(body.days).toHaveLength(365)
    for (const name of ['2026-01', '2026-03', '2026-12']) {
      const own = body.days.filter(({ date }: CalendarDay) => date.startsWith(name))
      expect(own).toEqual([...(await month(person, name)).values()])
    }
    const leap = await as(person).get('/api/calendar/me/year?year=2024')
    expect(leap.body.days).toHaveLength(366)
  })
})

describe('GET /calendar/team', () => {
  type TeamRow = { user: { id: number; name: string; role: Role }; days: CalendarDay[] }
  const team = async (query = '') => (await as(cast.max).get(`/api/calendar/team?month=2026-03${query}`)).body
  const idsIn = (body: { data: TeamRow[] }) => body.data.map(({ user }) => user.id)

  test('refused for staff, and for invalid queries', async () => {
    expectRefusal(await as(cast.dina).get('/api/calendar/team?month=x'), 403, messages.general.notAllowed)
    for (const [query, field] of [
      ['month=x', 'month'],
      ['role=boss', 'role'],
      ['projectId=x', 'projectId'],
      ['limit=51', 'limit'],
      ['page=0', 'page'],
    ]) {
      const { status, body } = await as(cast.max).get(`/api/calendar/team?${query}`)
      expect([query, status, Object.keys(body.errors ?? {})]).toEqual([query, 400, [field]])
    }
  })

  test('lists users in reporting roles by name, with or without reports', async () => {
    const [zoe, ada] = [await hire('marketing', { name: 'zoe' }), await hire('designer', { name: 'Aaron' })]
    await holiday('2026-03-04', 'Founders’ Day')
    const body = await team()
    expect(teamCalendarReply.safeParse(body).success).toBe(true)
    expect(body).toMatchObject({
      month: '2026-03',
      today: '2026-03-10',
      holidays: [{ date: '2026-03-04', name: 'Founders’ Day' }],
    })
    expect(idsIn(body)[0]).toBe(ada.id)
    expect(idsIn(body).at(-1)).toBe(zoe.id)
    expect(body.data[0]).toEqual({
      user: { id: ada.id, name: 'Aaron', role: 'designer', invited: false },
      days: expect.arrayContaining([
        { date: '2026-03-04', state: 'holiday', report_id: null, hours: null, absence_id: null },
      ]),
    })
    expect(body.data[0].days).toHaveLength(31)
    const names = body.data.map(({ user }: TeamRow) => user.name.toLowerCase())
    expect(names).toEqual([...names].sort())
    expect((await as(cast.max).get('/api/calendar/team')).body).toEqual(body)
  })

  test('also lists other users who reported in the month: reviewers and deleted users', async () => {
    const [manager, gone, idle] = [await hire('manager'), await hire(), await hire()]
    const { id } = await report(manager, '2026-03-09')
    await report(gone, '2026-03-05')
    for (const { id } of [gone, idle]) await as(cast.ada).delete(`/api/users/${id}`)
    const march = await team()
    expect(idsIn(march)).toEqual(expect.arrayContaining([manager.id, gone.id]))
    expect(idsIn(march)).not.toContain(idle.id)
    const rowOf = (id: number) => march.data.find(({ user }: TeamRow) => user.id === id)
    expect(rowOf(manager.id).days[8]).toMatchObject({ state: 'late', report_id: id, hours: 1.3 })
    expect(rowOf(manager.id).days[5].state).toBe('none')
    // The account ended on the 10th.
    expect([5, 9, 10].map(index => rowOf(gone.id).days[index].state)).toEqual(['missing', 'due', 'none'])
    const february = (await as(cast.max).get('/api/calendar/team?month=2026-02')).body
    expect(idsIn(february)).not.toContain(manager.id)
    expect(idsIn(february)).not.toContain(gone.id)
  })

  test('by role, by project and in pages', async () => {
    const [one, two] = [
      await hire('marketing', { name: 'Paged A' }),
      await hire('marketing', { name: 'Paged B' }),
    ]
    const small = await make.project({ developers: [one.id, two.id, cast.dina.id] })
    expect(idsIn(await team(`&projectId=${small.id}`))).toEqual([cast.dina.id, one.id, two.id])
    expect(idsIn(await team(`&projectId=${small.id}&role=marketing`))).toEqual([one.id, two.id])
    expect(idsIn(await team('&projectId=999999'))).toEqual([])
    const page = await team(`&projectId=${small.id}&limit=2&page=2`)
    expect(idsIn(page)).toEqual([two.id])
    expect(page.pagination).toEqual({ total: 3, pages: 2, page: 2, limit: 2 })
    const marketing = await team('&role=marketing')
    expect(new Set(marketing.data.map(({ user }: TeamRow) => user.role))).toEqual(new Set(['marketing']))
    expect((await team()).pagination.limit).toBe(50)
  })

  test('runs as many queries for fifty users as for one', async () => {
    const counted: number[] = []
    let statements = 0
    const other = await openTestApp({ log: () => void statements++ })
    const ask = async () => {
      statements = 0
      const { body } = await other.as(other.cast.max).get('/api/calendar/team?month=2026-03')
      counted.push(statements)
      return body.data.length
    }
    await ask()
    expect(await ask()).toBe(4)
    const rows = Array.from({ length: 60 }, (_, index) => ({
      name: `Many ${index}`,
      email: `many-${index}@example.com`,
      role: 'developer' as const,
      password_hash: 'x',
      created_at: '2026-01-05T09:00:00.000Z',
    }))
    await other.db.insertInto('users').values(rows).execute()
    expect(await ask()).toBe(50)
    await other.close()
    expect(counted[2]).toBe(counted[1])
    expect(counted[2]).toBeLessThanOrEqual(9)
  })
})

describe('PUT /users/{id}', () => {
  test('reviewers set zone and working days of others; what is absent stays', async () => {
    const person = await hire()
    const { name, email, role } = person
    const put = (more: object) => as(cast.max).put(`/api/users/${person.id}`, { name, email, role, ...more })
    for (const [more, field, sentence] of [
      [{ time_zone: 'x' }, 'time_zone', 'Unknown time zone'],
      [{ working_days: [] }, 'working_days', 'Choose at least one working day'],
    ] as const)
      expectRefusal(await put(more), 400, sentence, { [field]: sentence })
    const set = { time_zone: 'Asia/Tokyo', working_days: [2, 1] }
    const days = { time_zone: 'Asia/Tokyo', working_days: [1, 2] }
    expect((await put(set)).body).toMatchObject(days)
    expect((await put({})).body).toMatchObject(days)
    expect((await as(cast.ada).get(`/api/users/${person.id}`)).body).toMatchObject(days)
    expect((await as(person).get('/api/account')).body).toMatchObject({ ...days, effective: days })
    expect((await put({ time_zone: null, working_days: null })).body).toMatchObject({
      time_zone: null,
      working_days: null,
    })
  })
})
