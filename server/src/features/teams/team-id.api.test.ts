import { expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'

// Tuesday 10 March 2026, 9:00 UTC.
const { as, cast, ctx, make } = await startTestApp()
ctx.config.timeZone = 'UTC'
const { ada, max } = cast

const [one, two, both, none] = (await Promise.all(
  ['One', 'Two', 'Both', 'None'].map(name => make.user('developer', { name })),
)) as [Person, Person, Person, Person]
const people = [one, two, both, none]
const team = async (name: string, members: Person[]) =>
  (await as(ada).post('/api/teams', { name, member_ids: members.map(({ id }) => id) })).body.id as number
const [first, second, empty] = [
  await team('First', [one, both]),
  await team('Second', [two, both]),
  await team('Empty', []),
]
const project = await make.project({ developers: people.map(({ id }) => id) })
for (const person of people) {
  for (const date of ['2026-03-09', '2026-03-10', '2026-01-12'])
    await make.report(person, { date, project_id: project.id, blockers: `Blocked ${person.name} ${date}` })
  await as(person).post('/api/absences', {
    start_date: '2026-03-20',
    end_date: '2026-03-21',
    kind: 'vacation',
  })
  await as(ada).post('/api/tasks', {
    title: `Work of ${person.name}`,
    project_id: project.id,
    assigned_to: person.id,
    expected_hours: 1,
  })
}

/** Each list, and the ids of the people whom it is about. */
const lists: Record<string, (query: string, who?: Person) => Promise<{ users: number[]; total: number }>> = {
  '/reports': async (query, who = max) => {
    const { body } = await as(who).get(`/api/reports?limit=100&${query}`)
    return { users: body.reports.map((report: { user_id: number }) => report.user_id), total: body.total }
  },
  '/reports of a project': async (query, who = max) => {
    const { body } = await as(who).get(`/api/reports?limit=100&projectId=${project.id}&${query}`)
    return { users: body.reports.map((report: { user_id: number }) => report.user_id), total: body.total }
  },
  '/reports in a state': async (query, who = max) => {
    const { body } = await as(who).get(
      `/api/reports?limit=100&review=unreviewed&projectId=${project.id}&startDate=2026-01-01&${query}`,
    )
    return { users: body.reports.map((report: { user_id: number }) => report.user_id), total: body.total }
  },
  '/absences': async (query, who = max) => {
    const { body } = await as(who).get(`/api/absences?limit=100&${query}`)
    return { users: body.data.map((row: { user_id: number }) => row.user_id), total: body.pagination.total }
  },
  '/blockers': async (query, who = max) => {
    const { body } = await as(who).get(`/api/blockers?limit=100&${query}`)
    return { users: body.data.map((row: { user_id: number }) => row.user_id), total: body.pagination.total }
  },
  '/tasks': async (query, who = max) => {
    const { body } = await as(who).get(`/api/tasks?limit=100&${query}`)
    return {
      users: body.data.map((row: { assigned_to: number }) => row.assigned_to),
      total: body.pagination.total,
    }
  },
  '/tasks of a search': async (query, who = max) => {
    const { body } = await as(who).get(`/api/tasks?limit=100&search=Work&${query}`)
    return {
      users: body.data.map((row: { assigned_to: number }) => row.assigned_to),
      total: body.pagination.total,
    }
  },
  '/calendar/team': async (query, who = max) => {
    const { body } = await as(who).get(`/api/calendar/team?limit=50&${query}`)
    return {
      users: body.data.map((row: { user: { id: number } }) => row.user.id),
      total: body.pagination.total,
    }
  },
  '/timesheet': async (query, who = max) => {
    const { body } = await as(who).get(`/api/timesheet?from=2026-03-01&to=2026-03-31&limit=50&${query}`)
    expect(body.totals.total).toBe(
      body.data.reduce((sum: number, row: { total: number }) => sum + row.total, 0),
    )
    return {
      users: body.data.map((row: { user: { id: number } }) => row.user.id),
      total: body.pagination.total,
    }
  },
  '/team/day': async (query, who = max) => {
    const { body } = await as(who).get(`/api/team/day?date=2026-03-10&${query}`)
    const { expected, submitted, late, to_review } = body.counts
    expect(expected).toBe(body.pagination.total)
    expect(to_review).toBe(submitted + late)
    expect(body.earlier_to_review).toBe(2 * to_review)
    return {
      users: body.data.map((row: { user: { id: number } }) => row.user.id),
      total: body.pagination.total,
    }
  },
  '/team/summaries/{date}': async (query, who = max) => {
    const { body } = await as(who).get(`/api/team/summaries/2026-03-10?${query}`)
    const users = body.reported.map((row: { user: { id: number } }) => row.user.id)
    expect([body.counts.submitted + body.counts.late, body.counts.to_review]).toEqual([
      users.length,
      users.length,
    ])
    expect(body.blockers.total).toBe(3 * users.length)
    expect(body.hours.minutes).toBe(users.length * 90)
    return { users, total: users.length }
  },
  '/users': async (query, who = max) => {
    const { body } = await as(who).get(`/api/users?${query}`)
    return { users: body.map((user: { id: number }) => user.id), total: body.length }
  },
}

const idsOf = (...some: Person[]) => some.map(({ id }) => id).sort((a, b) => a - b)
const unique = (ids: number[]) => [...new Set(ids)].sort((a, b) => a - b)

test.each(Object.entries(lists))('%s is about the people of a team', async (_name, list) => {
  const all = await list('')
  expect(unique(all.users)).toEqual(expect.arrayContaining(idsOf(...people)))
  const ofFirst = await list(`teamId=${first}`)
  expect(unique(ofFirst.users)).toEqual(idsOf(one, both))
  expect(ofFirst.total).toBe(ofFirst.users.length)
  // A person in both teams, and a team that is named twice, count once.
  const ofBoth = await list(`teamId=${first}&teamId=${second}&teamId=${first}`)
  expect(unique(ofBoth.users)).toEqual(idsOf(one, two, both))
  expect(ofBoth.total).toBe(ofBoth.users.length)
  expect(ofBoth.total).toBe((ofFirst.total / 2) * 3)
  expect(await list(`teamId=${empty}`)).toEqual({ users: [], total: 0 })
})

test.each([
  '/api/reports',
  '/api/reports/export/csv',
  '/api/reports/export/xlsx',
  '/api/timesheet',
  '/api/timesheet/export',
  '/api/absences',
  '/api/blockers',
  '/api/tasks',
  '/api/calendar/team',
  '/api/team/day',
  '/api/team/overview',
  '/api/team/summaries/2026-03-10',
  '/api/users',
  '/api/users/developers',
  '/api/users/role/developer',
])('%s refuses an unknown team', async url => {
  const needed = url.startsWith('/api/timesheet') ? 'from=2026-03-01&to=2026-03-31&format=csv' : ''
  for (const teamId of ['999999', 'x', '0', ''])
    expect((await as(max).get(`${url}?${needed}&teamId=${first}&teamId=${teamId}`)).body).toMatchObject({
      msg: 'Unknown team',
      errors: { teamId: 'Unknown team' },
    })
})

test('a team that is named more often than teams can be chosen counts once, and more teams are refused', async () => {
  const repeated = (count: number, idOf: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => `teamId=${idOf(index)}`).join('&')
  const named = (await as(max).get(`/api/reports?${repeated(limits.teamsPerCallMax + 1, () => first)}`)).body
  expect(named.total).toBe((await as(max).get(`/api/reports?teamId=${first}`)).body.total)
  const many = await as(max).get(`/api/reports?${repeated(limits.teamsPerCallMax + 1, index => index + 1)}`)
  expectRefusal(many, 400, messages.teams.tooManyChosen, { teamId: messages.teams.tooManyChosen })
})

test('the pages of a list of a team are its parts, also where the days are far apart', async () => {
  const whole = (await as(max).get(`/api/reports?limit=100&teamId=${first}`)).body.reports
  const pages = await Promise.all(
    [1, 2, 3].map(
      async page => (await as(max).get(`/api/reports?limit=2&page=${page}&teamId=${first}`)).body,
    ),
  )
  expect(pages.flatMap(({ reports }) => reports)).toEqual(whole)
  expect(whole.map((report: { date: string }) => report.date)).toEqual([
    '2026-03-10',
    '2026-03-10',
    '2026-03-09',
    '2026-03-09',
    '2026-01-12',
    '2026-01-12',
  ])
  expect((await as(max).get(`/api/reports?page=9&teamId=${first}`)).body).toMatchObject({
    reports: [],
    total: 6,
  })
})

test('the export of a team has its people, and of one person only if they are in it', async () => {
  const authors = async (query: string) => {
    const { text } = await as(max).get(`/api/reports/export/csv?${query}`)
    return people.filter(({ email }) => text.includes(email)).map(({ name }) => name)
  }
  expect(await authors(`teamId=${second}`)).toEqual(['Two', 'Both'])
  expect(await authors(`teamId=${second}&userId=${both.id}`)).toEqual(['Both'])
  expect(await authors(`teamId=${second}&userId=${one.id}`)).toEqual([])
})

test('staff get their own, whatever team they name', async () => {
  for (const name of ['/absences', '/blockers', '/tasks']) {
    const list = lists[name] as (typeof lists)[string]
    expect(unique((await list(`teamId=${first}`, one)).users)).toEqual([one.id])
    expect(unique((await list(`teamId=${second}`, one)).users)).toEqual([])
  }
})

test('the overview counts the people of a team', async () => {
  const overview = async (query: string) => (await as(max).get(`/api/team/overview?${query}`)).body
  expect(await overview(`teamId=${first}`)).toMatchObject({
    to_review: 2,
    earlier_to_review: 4,
    owing: { total: 0, people: [] },
  })
  expect(await overview(`teamId=${first}&teamId=${second}`)).toMatchObject({
    to_review: 3,
    earlier_to_review: 6,
  })
  const late = await make.user()
  await as(ada).post(`/api/teams/${empty}/members`, { user_ids: [late.id] })
  expect(await overview(`teamId=${empty}`)).toMatchObject({
    to_review: 0,
    earlier_to_review: 0,
    owing: { total: 1, people: [{ id: late.id }] },
  })
})
