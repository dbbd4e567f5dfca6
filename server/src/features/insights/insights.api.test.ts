import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type InsightHours,
  insightGroups,
  insightHoursReply,
  insightUnits,
} from '#shared/contract/insights.ts'
import { addDays, daysWithin, isoWeekday } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { reportBody } from '../../../test/make.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'
import { recount } from '../../db/recount.ts'

// Tuesday 10 March 2026, 9:00 UTC.
const { as, cast, db, make } = await startTestApp()
const { ada, max } = cast

const roles = ['developer', 'designer', 'marketing', 'developer', 'manager'] as const
const people: Person[] = []
for (const [index, role] of roles.entries()) people.push(await make.user(role, { name: `Person ${index}` }))
const projects: { id: number; name: string }[] = []
for (const name of ['Website', 'Mobile', 'Intern']) projects.push(await make.project({ name }))
const [first, last] = ['2024-12-02', '2026-01-31']

type Share = { user: number; project: number; date: string; minutes: number }

/** Reports of everyone on two days of three, with one to three rows each. */
async function writeReports(): Promise<Share[]> {
  const shares: Share[] = []
  for (const date of daysWithin(first, last)) {
    for (const [nth, person] of people.entries()) {
      const turn = Number(date.slice(5, 7)) * 3 + Number(date.slice(8)) + nth * 5
      if (turn % 3 === 0) continue
      const rows = projects
        .slice((turn % 4) % 3)
        .slice(0, 1 + (nth % 2))
        .map(({ id }, position) => ({
          project_id: id,
          position,
          description: 'Work',
          minutes: 15 * (1 + ((turn + position) % 7)),
        }))
      const { id: report_id } = await db
        .insertInto('reports')
        .values({
          user_id: person.id,
          date,
          tasks: 'Work',
          minutes: rows.reduce((sum, row) => sum + row.minutes, 0),
          created_at: `${date}T16:00:00.000Z`,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('report_rows')
        .values(rows.map(row => ({ ...row, report_id })))
        .execute()
      for (const { project_id, minutes } of rows)
        shares.push({ user: person.id, project: project_id, date, minutes })
    }
  }
  await recount(db)
  return shares
}
const shares = await writeReports()
const team = async (name: string, members: Person[]) =>
  (await as(ada).post('/api/teams', { name, member_ids: members.map(({ id }) => id) })).body.id as number
const two = people.slice(0, 2)
const teamOfTwo = await team('Two', two)
const teamOfNone = await team('None', [])
// Deleted people and projects keep their hours and their names.
for (const path of [`users/${people[2]?.id}`, `projects/${projects[2]?.id}`])
  expect((await as(ada).delete(`/api/${path}`)).status).toBe(200)

async function hours(query: Record<string, string | number | undefined>, who = max): Promise<InsightHours> {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  )
  const reply = await as(who).get(`/api/insights/hours?${given.join('&')}`)
  expect(reply.status, reply.text).toBe(200)
  return insightHoursReply.parse(reply.body)
}

test('is for reviewers', async () => {
  for (const path of ['hours?from=2026-03-01&to=2026-03-10', 'reporting?from=x']) {
    expectRefusal(await as(null).get(`/api/insights/${path}`), 401, messages.signIn.noToken)
    for (const who of [cast.dina, cast.desi, cast.mark])
      expectRefusal(await as(who).get(`/api/insights/${path}`), 403, messages.general.notAllowed)
  }
})

test.each([
  ['', { from: messages.fields.fromRequired, to: messages.fields.toRequired }],
  ['from=2026-03-01', { to: messages.fields.toRequired }],
  ['from=x&to=2026-03-01', { from: messages.fields.dateInvalid }],
  ['from=2026-02-30&to=2026-03-01', { from: messages.fields.dateInvalid }],
  ['from=1999-12-31&to=2000-01-01', { from: messages.fields.dayTooEarly }],
  ['from=2100-12-31&to=2101-01-01', { to: messages.fields.dayTooLate }],
  ['from=2026-03-02&to=2026-03-01', { to: messages.fields.endBeforeStart }],
  ['from=2024-01-01&to=2026-01-01', { to: messages.fields.tooManyDays(731) }],
  ['from=2026-03-01&to=2026-03-02&teamId=999999', { teamId: messages.teams.unknown }],
  ['from=2026-03-01&to=2026-03-02&teamId=x', { teamId: messages.teams.unknown }],
])('%j is refused by both calls', async (query, errors) => {
  for (const call of ['hours', 'reporting']) {
    const reply = await as(max).get(`/api/insights/${call}?${query}`)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject(errors)
  }
})

test.each([
  ['unit=year', { unit: messages.insights.unitUnknown }],
  ['unit=', { unit: messages.insights.unitUnknown }],
  ['by=team', { by: messages.insights.groupUnknown }],
  ['projectId=x', { projectId: messages.fields.invalid('projectId') }],
  ['userId=0', { userId: messages.fields.invalid('userId') }],
])('hours with %j are refused', async (query, errors) => {
  const reply = await as(max).get(`/api/insights/hours?from=2026-03-01&to=2026-03-02&${query}`)
  expect([reply.status, reply.body.errors]).toEqual([400, errors])
})

test('731 days are answered', async () => {
  const { buckets } = await hours({ from: '2024-01-01', to: '2025-12-31', unit: 'day' })
  expect([buckets.length, buckets[0], buckets.at(-1)]).toEqual([731, '2024-01-01', '2025-12-31'])
  expect((await as(max).get('/api/insights/reporting?from=2024-01-01&to=2025-12-31')).body.days).toHaveLength(
    731,
  )
})

test('unknown projects and users, and a team without members, select nothing', async () => {
  for (const filter of [{ projectId: 999_999 }, { userId: 999_999 }, { teamId: teamOfNone }])
    for (const by of insightGroups)
      expect(await hours({ from: first, to: last, by, unit: 'month', ...filter })).toMatchObject({
        series: [],
        total_minutes: 0,
        previous_minutes: 0,
      })
})

/** The first day of a bucket, computed by counting back from the day. */
function startOf(unit: (typeof insightUnits)[number], day: string): string {
  const isStart = {
    day: () => true,
    week: (d: string) => isoWeekday(d) === 1,
    month: (d: string) => d.endsWith('-01'),
  }
  let start = day
  while (!isStart[unit](start)) start = addDays(start, -1)
  return start
}

const day = fc.nat(450).map(count => addDays('2024-11-20', count))
const query = fc.record({
  days: fc.tuple(day, day).map(([a, b]) => (a < b ? [a, b] : [b, a]) as [string, string]),
  unit: fc.constantFrom(...insightUnits),
  by: fc.constantFrom(...insightGroups),
  project: fc.option(fc.nat(2), { nil: undefined }),
  user: fc.option(fc.nat(4), { nil: undefined }),
  isOfTeam: fc.boolean(),
})

test('every answer equals a sum by hand over the rows', async () => {
  const roleOf = new Map(people.map((person, nth) => [person.id, roles[nth] as string]))
  await fc.assert(
    fc.asyncProperty(query, async ({ days: [from, to], unit, by, project, user, isOfTeam }) => {
      const projectId = project === undefined ? undefined : projects[project]?.id
      const userId = user === undefined ? undefined : people[user]?.id
      const selected = shares.filter(
        share =>
          (projectId === undefined || share.project === projectId) &&
          (userId === undefined || share.user === userId) &&
          (!isOfTeam || two.some(({ id }) => id === share.user)),
      )
      const keyOf = (share: Share) =>
        by === 'project' ? share.project : by === 'person' ? share.user : (roleOf.get(share.user) as string)
      const buckets = [...new Set(daysWithin(from, to).map(date => startOf(unit, date)))]
      const within = selected.filter(({ date }) => date >= from && date <= to)
      const expected = [...Map.groupBy(within, keyOf)].map(([id, own]) => ({
        id,
        minutes: buckets.map(bucket =>
          own
            .filter(({ date }) => startOf(unit, date) === bucket)
            .reduce((sum, { minutes }) => sum + minutes, 0),
        ),
      }))
      const teamId = isOfTeam ? teamOfTwo : undefined
      const answer = await hours({ from, to, unit, by, projectId, userId, teamId })
      expect(answer.buckets).toEqual(buckets)
      const byId = (a: { id: number | string }, b: { id: number | string }) => (a.id < b.id ? -1 : 1)
      expect(answer.series.map(({ id, minutes }) => ({ id, minutes })).sort(byId)).toEqual(
        expected.sort(byId),
      )
      expect(answer.total_minutes).toBe(within.reduce((sum, { minutes }) => sum + minutes, 0))
      const totals = answer.series.map(({ minutes }) => minutes.reduce((sum, more) => sum + more, 0))
      expect(totals).toEqual([...totals].sort((a, b) => b - a))
    }),
    { numRuns: 60 },
  )
}, 60_000)

test('deleted people and projects have their names, and roles theirs', async () => {
  const names = async (by: string) =>
    (await hours({ from: first, to: last, by })).series.map(({ id, name }) => `${id} ${name}`).sort()
  expect(await names('project')).toEqual(projects.map(({ id, name }) => `${id} ${name}`).sort())
  expect(await names('person')).toEqual(people.map(({ id, name }) => `${id} ${name}`).sort())
  expect(await names('role')).toEqual([
    'designer Designer',
    'developer Developer',
    'manager Manager',
    'marketing Marketing',
  ])
})

test('an erased person counts under the name that replaced theirs', async () => {
  const { id = 0 } = people[2] ?? {}
  const before = await hours({ from: first, to: last, by: 'person', userId: id })
  expect((await as(ada).post(`/api/users/deleted/${id}/erase`)).status).toBe(200)
  const after = await hours({ from: first, to: last, by: 'person', userId: id })
  expect(after.series[0]?.name).not.toBe(before.series[0]?.name)
  expect(after.series[0]?.minutes).toEqual(before.series[0]?.minutes)
})

test('the week around New Year is one bucket, and only days of the period count', async () => {
  const answer = await hours({ from: '2025-01-01', to: '2025-01-05', unit: 'week' })
  const day = (date: string) => shares.filter(share => share.date === date)
  expect(answer.buckets).toEqual(['2024-12-30'])
  expect(answer.total_minutes).toBe(
    daysWithin('2025-01-01', '2025-01-05')
      .flatMap(day)
      .reduce((sum, { minutes }) => sum + minutes, 0),
  )
})

test.each([
  ['2025-02-01', '2025-02-28', '2025-01-01', '2025-01-31'],
  ['2025-03-01', '2025-03-31', '2025-02-01', '2025-02-28'],
  ['2025-04-01', '2025-06-30', '2025-01-01', '2025-03-31'],
  ['2025-03-01', '2025-03-30', '2025-01-30', '2025-02-28'],
  ['2025-03-31', '2025-04-06', '2025-03-24', '2025-03-30'],
  ['2025-05-05', '2025-05-05', '2025-05-04', '2025-05-04'],
])('%s to %s is compared with %s to %s', async (from, to, ...[start, end]) => {
  for (const filter of [
    {},
    { projectId: projects[0]?.id },
    { teamId: teamOfTwo },
    { userId: people[1]?.id, projectId: projects[1]?.id },
  ])
    expect((await hours({ from, to, ...filter })).previous_minutes).toBe(
      (await hours({ from: start, to: end, ...filter })).total_minutes,
    )
})

test('a report that is sent or edited counts at once', async () => {
  const [project = { id: 0 }] = projects
  const march = { from: '2026-03-01', to: '2026-03-31', unit: 'month' as const }
  const { id } = await make.report(cast.dina, { project_id: project.id })
  expect((await hours(march)).series).toEqual([{ id: project.id, name: 'Website', minutes: [90] }])
  const task_details = [
    { description: 'Work', hours: '2.00', project_id: project.id },
    { description: 'Work', hours: '0.15', project_id: projects[1]?.id },
  ]
  await as(cast.dina).put(`/api/reports/${id}`, { ...reportBody({ project_id: project.id }), task_details })
  expect((await hours(march)).series.map(({ minutes }) => minutes)).toEqual([[120], [15]])
  expect((await hours({ ...march, by: 'role' })).series).toEqual([
    { id: 'developer', name: 'Developer', minutes: [135] },
  ])
})

test('a limited manager reads hours and reporting of their own people, and is told so', async () => {
  const lead = people[4] as Person
  const { id } = (
    await as(ada).post('/api/teams', { name: 'Led', lead_ids: [lead.id], member_ids: [people[0]?.id] })
  ).body
  const period = { from: first, to: last, unit: 'month' as const, by: 'person' as const }
  const all = await hours(period, lead)
  expect(all.of_your_teams).toBe(false)
  await as(ada).put('/api/settings', { manager_scope: 'teams' })
  const own = await hours(period, lead)
  const ids = [people[0]?.id, lead.id]
  expect(own.of_your_teams).toBe(true)
  expect(own.series).toEqual(all.series.filter(series => ids.includes(series.id as number)))
  expect(await hours({ ...period, teamId: id }, lead)).toMatchObject({ of_your_teams: true })
  expect((await hours(period, ada)).of_your_teams).toBe(false)
  // Someone out of sight is answered like someone who doesn't exist.
  expect(await hours({ ...period, userId: people[1]?.id }, lead)).toEqual(
    await hours({ ...period, userId: 999_999 }, lead),
  )
  const reporting = await as(lead).get('/api/insights/reporting?from=2025-05-01&to=2025-05-31')
  expect(reporting.body.of_your_teams).toBe(true)
  for (const { date, submitted, late } of reporting.body.days) {
    const authors = shares.filter(share => share.date === date && ids.includes(share.user))
    expect([date, submitted + late]).toEqual([date, new Set(authors.map(({ user }) => user)).size])
  }
  await as(ada).put('/api/settings', { manager_scope: 'everyone' })
})
