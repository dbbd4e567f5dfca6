import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import type { CalendarDay } from '#shared/contract/calendar.ts'
import { type Timesheet, timesheetReply } from '#shared/contract/timesheet.ts'
import { minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { readSheet } from '../../../test/read-xlsx.ts'
import { expectRefusal, openTestApp, type Person, startTestApp } from '../../../test/start-test-app.ts'

// Tuesday 10 March 2026, 9:00 UTC. The organization is in UTC here.
const { app, as, cast, ctx, db, make, newToken } = await startTestApp()
ctx.config.timeZone = 'UTC'
const { ada, max, dina, omar, desi, mark } = cast
await db.updateTable('users').set({ created_at: '2026-01-05T09:00:00.000Z' }).execute()
const website = await make.project({ name: 'Website', developers: [dina.id] })
const mobile = await make.project({ name: 'Mobile' })

const march = 'from=2026-03-01&to=2026-03-31'
async function sheet(query = march, who: Person = max): Promise<Timesheet> {
  const reply = await as(who).get(`/api/timesheet?${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const rowOf = (body: Timesheet, { id }: { id: number }) =>
  body.data.find(({ user }) => user.id === id) as Timesheet['data'][number]
const namesIn = (body: Timesheet) => body.data.map(({ user }) => user.name)

async function submit(author: Person, date: string, rows: [hours: string, project: { id: number }][]) {
  const task_details = rows.map(([hours, { id }]) => ({ description: 'Work', hours, project_id: id }))
  const project_id = rows[0]?.[1].id ?? website.id
  await make.report(author, { date, project_id, task_details } as never)
}

await submit(dina, '2026-03-02', [
  ['7.30', website],
  ['0.20', mobile],
])
await submit(dina, '2026-03-03', [['0.20', mobile]])
await submit(omar, '2026-03-02', [['23.45', website]])
await submit(omar, '2026-03-10', [['8', mobile]])
await submit(max, '2026-03-10', [['1', website]])
const gone = await make.user('designer', { name: 'Gone Designer' })
const idle = await make.user('designer', { name: 'Idle Designer' })
await submit(gone, '2026-03-04', [['2', mobile]])
for (const { id } of [gone, idle]) await as(ada).delete(`/api/users/${id}`)
const promoted = await make.user('marketing', { name: 'Promoted Admin' })
await submit(promoted, '2026-03-05', [['3', website]])
await db.updateTable('users').set({ role: 'admin' }).where('id', '=', promoted.id).execute()
await as(dina).post('/api/absences', { start_date: '2026-03-05', end_date: '2026-03-06', kind: 'sick' })
await as(ada).post('/api/holidays', { date: '2026-03-09', name: 'Founders’ Day' })
/** All minutes of March. */
const total = 450 + 20 + 20 + 1425 + 480 + 60 + 120 + 180

describe('is refused', () => {
  const paths = ['/api/timesheet?', '/api/timesheet/export?format=xlsx&']

  test.each(['dina', 'desi', 'mark'] as const)('for %s', async key => {
    for (const path of paths)
      for (const query of [march, 'from=x'])
        expectRefusal(await as(cast[key]).get(`${path}${query}`), 403, messages.general.notAllowed)
    expectRefusal(await as(null).get(`${paths[0]}${march}`), 401, messages.signIn.noToken)
  })

  test.each([
    ['to=2026-03-31', 'from', messages.fields.fromRequired],
    ['from=2026-03-01', 'to', messages.fields.toRequired],
    ['from=2026-02-30&to=2026-03-31', 'from', messages.fields.dateInvalid],
    ['from=1999-12-31&to=2000-01-01', 'from', messages.fields.dayTooEarly],
    ['from=2026-03-02&to=2026-03-01', 'to', messages.fields.endBeforeStart],
    // 63 days.
    ['from=2026-03-01&to=2026-05-02', 'to', 'Choose at most 62 days'],
    [`${march}&role=boss`, 'role', messages.fields.invalid('role')],
    [`${march}&projectId=x`, 'projectId', messages.fields.invalid('projectId')],
    [`${march}&teamId=999999`, 'teamId', messages.teams.unknown],
  ])('for ?%s', async (query, field, sentence) => {
    for (const path of paths)
      expectRefusal(await as(max).get(`${path}${query}`), 400, sentence, { [field]: sentence })
  })

  test('for a page of more than 100, and for another format', async () => {
    expect((await as(max).get(`/api/timesheet?${march}&limit=101`)).status).toBe(400)
    for (const format of ['', '&format=', '&format=pdf', '&format=CSV'])
      expectRefusal(
        await as(max).get(`/api/timesheet/export?${march}${format}`),
        400,
        messages.timesheet.formatUnknown,
        { format: messages.timesheet.formatUnknown },
      )
  })
})

describe('GET /timesheet', () => {
  test('has 62 days, each with its minutes and its state', async () => {
    const body = await sheet('from=2026-02-01&to=2026-04-03')
    expect(timesheetReply.safeParse(body).success).toBe(true)
    expect([body.days.length, body.days[0], body.days.at(-1)]).toEqual([62, '2026-02-01', '2026-04-03'])
    for (const { minutes, states } of body.data) expect([minutes.length, states.length]).toEqual([62, 62])
    expect(body.totals.minutes).toHaveLength(62)
    expect(body.of_your_teams).toBe(false)
  })

  test('lists by name who is expected to report, and who else reported in the period', async () => {
    expect(namesIn(await sheet())).toEqual([
      desi.name,
      dina.name,
      gone.name,
      mark.name,
      max.name,
      omar.name,
      promoted.name,
    ])
    // In February only those who are expected to report.
    expect(namesIn(await sheet('from=2026-02-01&to=2026-02-28'))).toEqual([
      desi.name,
      dina.name,
      mark.name,
      omar.name,
    ])
  })

  test('adds up the minutes of each person, of each day, and of all', async () => {
    const body = await sheet()
    const row = rowOf(body, dina)
    expect(row.user).toEqual({ id: dina.id, name: dina.name, role: 'developer', invited: false })
    expect(row.minutes.slice(0, 5)).toEqual([0, 470, 20, 0, 0])
    expect(row.total).toBe(490)
    expect(body.totals.minutes[1]).toBe(450 + 20 + 1425)
    expect(body.totals.total).toBe(total)
    expect(body.data.reduce((sum, each) => sum + each.total, 0)).toBe(total)
  })

  test('says what each day was: reported, missing, off, a holiday or free', async () => {
    const body = await sheet()
    expect(rowOf(body, dina).states.slice(0, 11)).toEqual([
      'free',
      'late',
      'late',
      'missing',
      'off',
      'off',
      'free',
      'free',
      'holiday',
      'due',
      'future',
    ])
    expect(body.holidays).toEqual([{ date: '2026-03-09', name: 'Founders’ Day' }])
    // The account ended on the 10th, and a new role doesn't report.
    expect(rowOf(body, gone).states.slice(3, 5)).toEqual(['late', 'missing'])
    expect(rowOf(body, gone).states[10]).toBe('none')
    expect(rowOf(body, promoted).states.slice(3, 5)).toEqual(['none', 'late'])
  })

  test.each(['', '&role=developer', '&role=admin'])(
    'has the people, states and hours of the team calendar%s',
    async filter => {
      const body = await sheet(`${march}${filter}`)
      const calendar = (await as(max).get(`/api/calendar/team?month=2026-03${filter}`)).body
      expect(body.data).toEqual(
        calendar.data.map(({ user, days }: { user: Person; days: CalendarDay[] }) => {
          const minutes = days.map(({ hours }) => (hours === null ? 0 : minutesOf(hours)))
          return {
            user: { id: user.id, name: user.name, role: user.role, invited: false },
            minutes,
            total: minutes.reduce((sum, each) => sum + each, 0),
            states: days.map(({ state }) => state),
          }
        }),
      )
      expect(body.totals.total).toBe(body.data.reduce((sum, each) => sum + each.total, 0))
      expect(body.pagination).toEqual(calendar.pagination)
    },
  )

  test('says who is invited and has not joined yet', async () => {
    const body = { name: 'Ina Invited', email: 'ina@example.com', role: 'developer', invite: true }
    const { user } = (await as(ada).post('/api/auth/register', body)).body
    expect(rowOf(await sheet(), user)).toMatchObject({ user: { invited: true }, total: 0 })
    await as(ada).delete(`/api/users/${user.id}`)
  })

  test('with a project, has the minutes on this project of the same people', async () => {
    const [all, body] = [await sheet(), await sheet(`${march}&projectId=${mobile.id}`)]
    expect(namesIn(body)).toEqual(namesIn(all))
    expect(body.data.map(({ states }) => states)).toEqual(all.data.map(({ states }) => states))
    expect(rowOf(body, dina).minutes.slice(0, 4)).toEqual([0, 20, 20, 0])
    expect(rowOf(body, max).total).toBe(0)
    expect(body.totals.total).toBe(20 + 20 + 480 + 120)
    expect(body.totals.minutes[1]).toBe(20)
    const { totalHours } = (await as(max).get(`/api/reports/project/${mobile.id}/hours`)).body
    expect(minutesOf(totalHours)).toBe(body.totals.total)
    const designers = await sheet(`${march}&projectId=${mobile.id}&role=designer`)
    expect(designers.totals.total).toBe(120)
    expect((await sheet(`${march}&projectId=999999`)).totals.total).toBe(0)
  })

  test('in pages; the totals are of all people', async () => {
    const [all, first, second, beyond] = [
      await sheet(),
      await sheet(`${march}&limit=4`),
      await sheet(`${march}&limit=4&page=2`),
      await sheet(`${march}&limit=4&page=3`),
    ]
    expect([...first.data, ...second.data]).toEqual(all.data)
    expect(beyond.data).toEqual([])
    for (const page of [first, second, beyond]) expect(page.totals).toEqual(all.totals)
    expect(second.pagination).toEqual({ total: 7, pages: 2, page: 2, limit: 4 })
  })

  test('of a team, and without people', async () => {
    const team = (members: Person[]) =>
      as(ada).post('/api/teams', {
        name: `Team of ${members.length}`,
        member_ids: members.map(({ id }) => id),
      })
    const [few, empty] = [(await team([dina, mark])).body.id, (await team([])).body.id]
    const body = await sheet(`${march}&teamId=${few}`)
    expect(namesIn(body)).toEqual([dina.name, mark.name])
    expect(body.totals.total).toBe(490)
    expect((await sheet(`${march}&teamId=${few}&projectId=${website.id}`)).totals.total).toBe(450)
    const none = await sheet(`${march}&teamId=${empty}`)
    expect([none.data, none.totals.total, none.pagination.total]).toEqual([[], 0, 0])
    expect(none.totals.minutes).toHaveLength(31)
  })

  test('in pages of up to a hundred; of fifty unless the request asks for more', async () => {
    expect((await sheet(`${march}&limit=100`)).pagination).toMatchObject({ total: 7, limit: 100 })
    expect((await sheet()).pagination).toMatchObject({ total: 7, limit: 50 })
  })

  test('runs as many queries for fifty people as for one', async () => {
    const counted: number[] = []
    let statements = 0
    const other = await openTestApp({ log: () => void statements++ })
    const ask = async () => {
      statements = 0
      const { body } = await other.as(other.cast.max).get(`/api/timesheet?${march}`)
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
    // People are read in two steps, each with its reports, time off and holidays.
    expect(counted[2]).toBe((counted[1] ?? 0) + 3)
  })
})

async function exported(query: string, who: Person = max) {
  const reply = await app.inject({
    url: `/api/timesheet/export?${query}`,
    headers: { 'x-auth-token': await newToken(who) },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply
}

describe('GET /timesheet/export', () => {
  const period = 'from=2026-03-02&to=2026-03-10'

  test('CSV has decimal hours that a spreadsheet can add, and words', async () => {
    const reply = await exported(`${period}&format=csv`)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toBe(
      'attachment; filename="timesheet-2026-03-02-2026-03-10.csv"',
    )
    expect(reply.body.charCodeAt(0)).toBe(0xfeff)
    const lines = parse(reply.body, { bom: true, record_delimiter: '\r\n' }) as string[][]
    const { days } = await sheet(period)
    expect(lines[0]).toEqual(['Person', 'Role', ...days, 'Total Decimal Hours'])
    expect(lines.find(([name]) => name === dina.name)).toEqual([
      dina.name,
      'developer',
      '7.8333',
      '0.3333',
      'Missing',
      'Time off',
      'Time off',
      '',
      '',
      'Holiday',
      '',
      '8.1667',
    ])
    expect(lines.at(-1)).toEqual([
      'Total',
      '',
      '31.5833',
      '0.3333',
      '2',
      '3',
      '0',
      '0',
      '0',
      '0',
      '9',
      '45.9167',
    ])
    expect(lines).toHaveLength(1 + 7 + 1)
  })

  test('CSV escapes a name that begins a formula', async () => {
    const odd = await make.user('designer', { name: '=1+1' })
    const reply = await exported(`${period}&format=csv&role=designer`)
    expect(reply.body).toContain("\r\n'=1+1,designer,")
    await db.updateTable('users').set({ deleted_at: 'x' }).where('id', '=', odd.id).execute()
  })

  test('XLSX has durations, and sums both ways with their formulas', async () => {
    const reply = await exported(`${period}&format=xlsx`)
    expect(reply.headers['content-type']).toMatch(/spreadsheetml\.sheet$/)
    expect(reply.headers['content-disposition']).toBe(
      'attachment; filename="timesheet-2026-03-02-2026-03-10.xlsx"',
    )
    const { name, rows, xml } = readSheet(reply.rawPayload)
    expect(name).toBe('Timesheet 2026-03-02 2026-03-10')
    expect(xml).toContain('orientation="landscape" fitToWidth="1" fitToHeight="0"')
    const body = await sheet(period)
    // 46,083 is 2 March 2026.
    expect(rows[0]?.map(({ value }) => value)).toEqual([
      'Person',
      'Role',
      ...body.days.map((_, index) => 46_083 + index),
      'Total',
      'Decimal Hours',
    ])
    const word: Record<string, string> = { missing: 'Missing', off: 'Time off', holiday: 'Holiday' }
    for (const [index, { user, minutes, total, states }] of body.data.entries()) {
      const row = rows[index + 1] ?? []
      expect(row.map(({ value }) => value)).toEqual([
        user.name,
        user.role,
        ...minutes.map((value, day) => (value > 0 ? value / 1440 : (word[states[day] ?? ''] ?? null))),
        total / 1440,
        total / 60,
      ])
      expect(row.slice(-2).map(({ formula }) => formula)).toEqual([
        `SUM(C${index + 2}:K${index + 2})`,
        `L${index + 2}*24`,
      ])
    }
    const last = rows.at(-1) ?? []
    expect(last.map(({ value }) => value)).toEqual([
      'Total',
      null,
      ...body.totals.minutes.map(minutes => minutes / 1440),
      body.totals.total / 1440,
      body.totals.total / 60,
    ])
    expect(last[2]).toEqual({ value: 1895 / 1440, formula: 'SUM(C2:C8)', format: '[h]:mm' })
    expect(rows).toHaveLength(1 + body.data.length + 1)
  })

  test('has all pages, and what the filters select', async () => {
    const crowd = Array.from({ length: 60 }, (_, index) => ({
      name: `Crowd ${String(index).padStart(2, '0')}`,
      email: `crowd-${index}@example.com`,
      role: 'designer' as const,
      password_hash: 'x',
      created_at: '2026-01-05T09:00:00.000Z',
    }))
    await db.insertInto('users').values(crowd).execute()
    const designers = readSheet((await exported(`${period}&format=xlsx&role=designer`)).rawPayload)
    // The heading, Desi, the designer who left, and the total.
    expect(designers.rows).toHaveLength(60 + 4)
    await db.updateTable('users').set({ deleted_at: 'x' }).where('name', 'like', 'Crowd %').execute()
    const onMobile = readSheet((await exported(`${period}&format=xlsx&projectId=${mobile.id}`)).rawPayload)
    expect(onMobile.rows.at(-1)?.at(-1)?.value).toBeCloseTo((20 + 20 + 480 + 120) / 60, 10)
    expect(onMobile.rows.find(([cell]) => cell?.value === max.name)?.[10]?.value).toBeNull()
  })

  test('without people, the file has only its heading', async () => {
    const reply = await exported('from=2026-02-01&to=2026-02-02&role=manager&format=xlsx')
    expect(readSheet(reply.rawPayload).rows).toHaveLength(1)
  })
})
