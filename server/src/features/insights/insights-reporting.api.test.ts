import { expect, test } from 'vitest'
import { type InsightReporting, insightReportingReply } from '#shared/contract/insights.ts'
import { daysWithin, spanOf, startOfDay } from '#shared/dates.ts'
import type { DayState } from '#shared/day-state.ts'
import type { TestApp } from '../../../test/start-test-app.ts'
import { type Person, startTestApp } from '../../../test/start-test-app.ts'
import { recount } from '../../db/recount.ts'

// Tuesday 10 March 2026, 9:00 UTC.
const { as, cast, clock, ctx, db, make } = await startTestApp()
ctx.config.timeZone = 'Europe/Berlin'
const { ada, max } = cast
const [from, to] = ['2025-12-22', '2026-04-06']

type More = Parameters<TestApp['make']['user']>[1]
const hire = (name: string, more: More = {}, role: Person['role'] = 'developer') =>
  make.user(role, { name, created_at: '2025-06-01T09:00:00.000Z', ...more })
const people = {
  berlin: await hire('Berlin'),
  ahead: await hire('Ahead', { time_zone: 'Pacific/Kiritimati' }),
  behind: await hire('Behind', { time_zone: 'Etc/GMT+12' }),
  // It is 19 January in Auckland when this account begins, and still 18 January in UTC.
  joined: await hire('Joined', { time_zone: 'Pacific/Auckland', created_at: '2026-01-18T20:00:00.000Z' }),
  accepted: await hire('Accepted', { accepted_at: '2026-02-11T23:30:00.000Z' }),
  invited: await hire('Invited', { password_hash: null }),
  changed: await hire('Changed', {
    working_days: '[{"from":"2026-01-14","days":[1,2,3]},{"from":"2026-02-26","days":null}]',
  }),
  weekend: await hire('Weekend', { working_days: '[{"from":"2025-01-01","days":[6,7]}]' }),
  designer: await hire('Designer', {}, 'designer'),
  boss: await hire('Boss', {}, 'manager'),
  left: await hire('Left'),
  erased: await hire('Erased'),
  quiet: await hire('Quiet'),
}

const offsets = [-3, 8, 16, 22, 23, 25, 34, 60]
let nth = 0
for (const date of daysWithin(from, '2026-03-11')) {
  for (const { id } of Object.values(people)) {
    nth++
    if (id === people.quiet.id || id === people.invited.id || nth % 4 === 0) continue
    const offset = offsets[nth % offsets.length] ?? 0
    const zones = ['Europe/Berlin', 'Pacific/Kiritimati', 'Etc/GMT+12', 'America/St_Johns', null]
    await db
      .insertInto('reports')
      .values({
        user_id: id,
        date,
        tasks: 'Work',
        minutes: 60,
        created_at: new Date(Date.parse(startOfDay(date)) + offset * 3_600_000).toISOString(),
        time_zone: zones[nth % 5] ?? null,
      })
      .execute()
  }
}
await recount(db)

const timeOff = async (who: Person, start_date: string, end_date: string) => {
  const reply = await as(ada).post('/api/absences', {
    user_id: who.id,
    start_date,
    end_date,
    kind: 'vacation',
  })
  expect(reply.status, reply.text).toBe(201)
}
await timeOff(people.berlin, '2025-12-01', '2026-01-02')
await timeOff(people.quiet, '2026-02-02', '2026-02-06')
await timeOff(people.quiet, '2026-03-09', '2026-05-01')
await timeOff(people.changed, '2026-01-12', '2026-01-16')
for (const date of ['2025-12-25', '2026-01-01', '2026-02-16', '2026-04-03'])
  await as(ada).post('/api/holidays', { date, name: 'Holiday' })
for (const who of [people.left, people.erased])
  expect((await as(ada).delete(`/api/users/${who.id}`)).status).toBe(200)

const members = [people.berlin, people.joined, people.designer, people.boss]
const { id: team } = (
  await as(ada).post('/api/teams', { name: 'Some', member_ids: members.map(({ id }) => id) })
).body

async function reporting(query = '', who = max): Promise<InsightReporting['days']> {
  const reply = await as(who).get(`/api/insights/reporting?from=${from}&to=${to}${query}`)
  expect(reply.status, reply.text).toBe(200)
  return insightReportingReply.parse(reply.body).days
}

/** The same numbers, day by day, as Today shows them. */
async function fromTeamDays(query = '', who = max): Promise<InsightReporting['days']> {
  const days: InsightReporting['days'] = []
  for (const date of daysWithin(from, to)) {
    const reply = await as(who).get(`/api/team/day?date=${date}&limit=1${query}`)
    expect(reply.status, reply.text).toBe(200)
    const { expected, submitted, late } = reply.body.counts
    days.push({ date, expected, submitted, late })
  }
  return days
}

test('the numbers of every day are those of the team day, for everyone and for a team', async () => {
  const days = await reporting()
  expect(days).toEqual(await fromTeamDays())
  expect(await reporting(`&teamId=${team}`)).toEqual(await fromTeamDays(`&teamId=${team}`))
  // The data have every case: late and in time, owed and not, days on which no report is owed, and days to come.
  expect(days.some(({ late, submitted }) => late > 0 && submitted > 0)).toBe(true)
  expect(days.some(({ expected, submitted, late }) => expected > submitted + late)).toBe(true)
  expect(days.find(({ date }) => date === '2026-03-20')).toEqual({
    date: '2026-03-20',
    expected: 0,
    submitted: 0,
    late: 0,
  })
}, 60_000)

test("they are those of the team's calendar", async () => {
  const days = new Map((await reporting(`&teamId=${team}`)).map(day => [day.date, day]))
  for (const month of ['2026-01', '2026-02', '2026-03']) {
    const { data } = (await as(max).get(`/api/calendar/team?month=${month}&limit=50&teamId=${team}`)).body
    const { startDate, endDate } = spanOf('this-month', `${month}-01`)
    for (const [index, date] of daysWithin(startDate, endDate).entries()) {
      const states: DayState[] = data.map((row: { days: { state: DayState }[] }) => row.days[index]?.state)
      const count = (...wanted: DayState[]) => states.filter(state => wanted.includes(state)).length
      expect(days.get(date)).toEqual({
        date,
        expected: count('submitted', 'late', 'missing', 'due'),
        submitted: count('submitted'),
        late: count('late'),
      })
    }
  }
})

test('they stay equal when settings, zones, roles and accounts change', async () => {
  const set = async (settings: object) =>
    expect((await as(ada).put('/api/settings', settings)).status).toBe(200)
  const changes: (() => Promise<unknown>)[] = [
    // The first zone that is set is also that of reports from before zones were stored.
    () => set({ time_zone: 'America/New_York' }),
    () => set({ working_days: [1, 2, 3, 4, 5, 6] }),
    () => set({ reporting_roles: ['developer', 'manager'] }),
    () => set({ reporting_roles: [] }),
    () => set({ reporting_roles: ['developer', 'designer', 'marketing'], time_zone: 'Asia/Kathmandu' }),
    () =>
      db.updateTable('users').set({ time_zone: 'Pacific/Apia' }).where('id', '=', people.berlin.id).execute(),
    () => db.updateTable('users').set({ role: 'admin' }).where('id', '=', people.joined.id).execute(),
    async () => expect((await as(ada).post(`/api/users/deleted/${people.erased.id}/erase`)).status).toBe(200),
    async () => clock.set('2026-03-29T00:30:00.000Z'),
  ]
  for (const change of changes) {
    await change()
    expect(await reporting('', ada)).toEqual(await fromTeamDays('', ada))
  }
}, 120_000)

test('a report counts as soon as it is sent, on the day it is for', async () => {
  const project = await make.project()
  clock.set('2026-03-31T08:00:00.000Z')
  const before = new Map((await reporting()).map(day => [day.date, day]))
  for (const date of ['2026-03-30', '2026-03-31'])
    await make.report(people.quiet, { date, project_id: project.id })
  for (const { date, ...day } of await reporting()) {
    const was = before.get(date)
    const late = (was?.late ?? 0) + Number(date === '2026-03-30')
    const submitted = (was?.submitted ?? 0) + Number(date === '2026-03-31')
    expect({ date, ...day }).toMatchObject({ date, late, submitted })
  }
  expect(await reporting()).toEqual(await fromTeamDays())
}, 60_000)
