import type { KyselyPlugin } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CalendarDay } from '#shared/contract/calendar.ts'
import type { ReviewState } from '#shared/contract/reviews.ts'
import { type TeamDayEntry, teamDayReply, teamOverviewReply } from '#shared/contract/team-day.ts'
import { addDays } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Role } from '#shared/roles.ts'
import { expectRefusal, openTestApp, type Person, startTestApp } from '../../../test/start-test-app.ts'
import { recount } from '../../db/recount.ts'
import { nameColumns } from '../../identity/accounts.queries.ts'
import { withoutSignIn } from '../../identity/sign-ins.ts'
import { readTeamDay } from './team-day.service.ts'

// Tuesday 10 March 2026, 9:00 UTC. The organization is in UTC here.
const { as, cast, clock, ctx, db, make } = await startTestApp()
ctx.config.timeZone = 'UTC'
const project = await make.project()
const today = '2026-03-10'

const hire = (name?: string, more: Parameters<typeof make.user>[1] = {}) =>
  make.user(more.role, { ...(name && { name }), ...more })

/** Assigns users to a new project, so that a test can filter by it. */
async function teamOf(...people: Person[]): Promise<string> {
  const { id } = await make.project()
  if (people.length > 0)
    await db
      .insertInto('project_members')
      .values(people.map(person => ({ project_id: id, user_id: person.id })))
      .execute()
  return `projectId=${id}`
}

async function day(query = '', who = cast.max) {
  const reply = await as(who).get(`/api/team/day?${query}`)
  expect(reply.status, reply.text).toBe(200)
  expect(teamDayReply.safeParse(reply.body).error).toBeUndefined()
  return teamDayReply.parse(reply.body)
}
const listed = ({ data }: { data: TeamDayEntry[] }) => data.map(({ user, state }) => `${user.name} ${state}`)

const report = (who: Person, date = today, more: object = {}) =>
  make.report(who, { date, project_id: project.id, ...more })
const timeOff = (who: Person, date = today, kind = 'vacation') =>
  as(who).post('/api/absences', { start_date: date, end_date: date, kind })
const holiday = (date: string, name = 'Holiday') => as(cast.ada).post('/api/holidays', { date, name })
const set = (input: object) => as(cast.ada).put('/api/settings', input)
async function setReview({ id }: { id: number }, state: ReviewState) {
  const comment = state === 'needs_changes' ? 'Say more' : undefined
  const reply = await as(cast.ada).post(`/api/reports/${id}/review`, { state, comment })
  expect(reply.status, reply.text).toBe(200)
}

beforeEach(async () => {
  await db.deleteFrom('holidays').execute()
  await db.deleteFrom('organization_settings').execute()
  clock.set('2026-03-10T09:00:00.000Z')
})

describe('GET /team/day is refused', () => {
  test('without a token, and to staff before anything else', async () => {
    for (const path of ['/api/team/day?date=x', '/api/team/overview']) {
      expectRefusal(await as(null).get(path), 401, messages.signIn.noToken)
      for (const who of [cast.dina, cast.desi, cast.mark])
        expectRefusal(await as(who).get(path), 403, messages.general.notAllowed)
    }
  })

  test('for invalid input', async () => {
    for (const [query, field] of [
      ['date=x', 'date'],
      ['date=2026-02-30', 'date'],
      ['date=', 'date'],
      ['date=1999-12-31', 'date'],
      ['date=2101-01-01', 'date'],
      ['role=boss', 'role'],
      ['projectId=x', 'projectId'],
      ['page=0', 'page'],
      ['limit=101', 'limit'],
      ['limit=0', 'limit'],
      ['includeUserIds=yes', 'includeUserIds'],
      ['userIds=', 'userIds'],
      ['userIds=x', 'userIds'],
      ['userIds=0', 'userIds'],
      ['userIds=-1', 'userIds'],
      ['userIds=1.5', 'userIds'],
      ['userIds=1,', 'userIds'],
      ['userIds=1,,2', 'userIds'],
      ['userIds=1, 2', 'userIds'],
      ['userIds=1&userIds=2', 'userIds'],
    ]) {
      const { status, body } = await as(cast.max).get(`/api/team/day?${query}`)
      expect([query, status, Object.keys(body.errors ?? {})]).toEqual([query, 400, [field]])
    }
  })

  test('for more chosen users than a page can have', async () => {
    const ids = Array.from({ length: limits.pageSizeMax + 1 }, (_, index) => index + 1)
    const refused = await as(cast.max).get(`/api/team/day?userIds=${ids.join()}`)
    expect([refused.status, refused.body.errors]).toEqual([400, { userIds: messages.teamDay.tooManyUsers }])
    await day(`userIds=${ids.slice(1).join()}`)
  })

  test('to staff who request users, also themselves', async () => {
    for (const who of [cast.dina, cast.desi, cast.mark])
      for (const query of [`userIds=${who.id}`, 'userIds=x', 'includeUserIds=true'])
        expectRefusal(await as(who).get(`/api/team/day?${query}`), 403, messages.general.notAllowed)
    expectRefusal(await as(null).get('/api/team/day?userIds=1'), 401, messages.signIn.noToken)
  })
})

describe('GET /team/day', () => {
  test('sorts by to review, needs changes, reviewed, own, missing, due and off, then by name', async () => {
    clock.set('2026-03-10T11:00:00.000Z')
    const [zoe, aaron, bea, carl] = [
      await hire('zoe'),
      await hire('Aaron'),
      await hire('Bea'),
      await hire('Carl'),
    ]
    const [dan, eve] = [await hire('Dan'), await hire('Eve')]
    const boss = await hire('Boss', { role: 'manager' })
    // It is already the 11th in Kiritimati, and still the 9th on Baker Island.
    const ahead = await hire('Ahead', { time_zone: 'Pacific/Kiritimati' })
    const behind = await hire('Behind', { time_zone: 'Etc/GMT+12' })
    const [due, off] = [await hire('Due'), await hire('Off')]
    const free = await hire('Free', { working_days: '[{"from":"2026-01-01","days":[1]}]' })
    const quiet = await hire('Quiet', { role: 'admin' })
    const team = await teamOf(
      ...[zoe, aaron, bea, carl, dan, eve, boss, ahead, behind, due, off, free, quiet],
    )
    for (const who of [zoe, aaron, boss]) await report(who)
    await setReview(await report(bea), 'needs_changes')
    await setReview(await report(eve), 'reviewed')
    await setReview(await report(dan), 'reviewed')
    await setReview(await report(carl), 'needs_changes')
    await timeOff(off, today, 'sick')

    const seen = await day(`${team}&date=${today}`, boss)
    expect(listed(seen)).toEqual([
      'Aaron submitted',
      'zoe submitted',
      'Bea submitted',
      'Carl submitted',
      'Dan submitted',
      'Eve submitted',
      'Boss submitted',
      'Ahead missing',
      'Due due',
      'Off off',
    ])
    expect(seen.counts).toEqual({
      expected: 9,
      submitted: 7,
      late: 0,
      missing: 1,
      due: 1,
      off: 1,
      to_review: 2,
    })
    expect(seen.needs_changes).toBe(2)
    expect(seen.pagination).toEqual({ total: 10, pages: 1, page: 1, limit: 50 })
    expect(seen.data.map(({ report }) => report?.review.state ?? null)).toEqual([
      ...['unreviewed', 'unreviewed', 'needs_changes', 'needs_changes', 'reviewed', 'reviewed', 'unreviewed'],
      ...[null, null, null],
    ])
    // Another reviewer can review the manager's report.
    const other = await day(`${team}&date=${today}`)
    expect(listed(other).slice(0, 3)).toEqual(['Aaron submitted', 'Boss submitted', 'zoe submitted'])
    expect(other.counts.to_review).toBe(3)
    expect({ ...other.counts, to_review: 2 }).toEqual(seen.counts)
    // A report of the viewer's own that needs changes is not theirs to count.
    await setReview(await report(quiet), 'needs_changes')
    expect((await day(`${team}&date=${today}`, quiet)).needs_changes).toBe(2)
    expect((await day(`${team}&date=${today}`, boss)).needs_changes).toBe(3)
  })

  test('sorts names in any case, also beyond ASCII', async () => {
    const people = []
    for (const name of ['ÄC', 'äb', 'ÄA', 'b', 'A']) people.push(await hire(name))
    const team = await teamOf(...people)
    const umlauts = async () => listed(await day(team)).filter(line => /^ä/i.test(line))
    expect(await umlauts()).toEqual(['ÄA due', 'äb due', 'ÄC due'])
    for (const who of people) await report(who)
    expect(await umlauts()).toEqual(['ÄA submitted', 'äb submitted', 'ÄC submitted'])
    expect(listed(await day(team)).indexOf('A submitted')).toBeLessThan(
      listed(await day(team)).indexOf('b submitted'),
    )
  })

  test('sorts a changed name, whichever user changed it', async () => {
    const [ann, bea] = [await hire('Ann'), await hire('Bea')]
    const people = [{ name: 'Bert', email: 'bert.place@example.com', role: 'developer' }]
    expect((await as(cast.ada).post('/api/users/import', { people })).status).toBe(200)
    const bert = await db
      .selectFrom('users')
      .select('name_key')
      .where('email', '=', 'bert.place@example.com')
      .executeTakeFirstOrThrow()
    expect(bert.name_key).toBe('bert')
    const team = await teamOf(ann, bea)
    const names = async () => (await day(team)).data.map(({ user }) => user.name)
    expect(await names()).toEqual(['Ann', 'Bea'])
    expect((await as(ann).put('/api/account', { name: 'carl' })).status).toBe(200)
    expect(await names()).toEqual(['Bea', 'carl'])
    const { email, role } = bea
    expect((await as(cast.ada).put(`/api/users/${bea.id}`, { name: 'DAN', email, role })).status).toBe(200)
    expect(await names()).toEqual(['carl', 'DAN'])
  })

  test('has each report with rows, review and number of comments', async () => {
    const person = await hire()
    const { id } = await report(person)
    await as(cast.ada).post(`/api/reports/${id}/comments`, { comment: 'Well done' })
    const [entry] = (await day(await teamOf(person))).data
    const one = await as(cast.max).get(`/api/reports/${id}?include_task_details=true`)
    expect(entry).toEqual({
      user: { id: person.id, name: person.name, role: 'developer' },
      state: 'submitted',
      absence_kind: null,
      is_reminded: false,
      report: { ...one.body.report, comment_count: 1 },
    })
    expect(entry?.report?.task_details).toHaveLength(1)
    expect(entry?.report?.review.state).toBe('unreviewed')
  })

  test('has time off and reminders in every state', async () => {
    const [absent, reporter, late] = [await hire('A'), await hire('B'), await hire('C')]
    for (const who of [absent, reporter]) await timeOff(who, today, 'other')
    await report(reporter)
    await as(cast.ada).post('/api/team/nudges', { user_id: late.id, date: today })
    const team = await teamOf(absent, reporter, late)
    const marks = async (date: string) =>
      (await day(`${team}&date=${date}`)).data.map(
        ({ user, state, absence_kind, is_reminded }) =>
          `${user.name} ${state} ${absence_kind} ${is_reminded}`,
      )
    expect(await marks(today)).toEqual(['B submitted other false', 'C due null true', 'A off other false'])
    expect(await marks('2026-03-09')).toEqual([
      'A missing null false',
      'B missing null false',
      'C missing null false',
    ])
    await report(late)
    expect((await marks(today))[1]).toBe('C submitted null true')
  })

  test('decides lateness in the author’s zone at the time', async () => {
    const [ahead, behind, here] = [
      await hire('Ahead', { time_zone: 'Pacific/Kiritimati' }),
      await hire('Behind', { time_zone: 'Etc/GMT+12' }),
      await hire('Here'),
    ]
    const team = await teamOf(ahead, behind, here)
    clock.set('2026-03-10T10:00:00.000Z')
    await report(ahead)
    clock.set('2026-03-11T00:00:00.000Z')
    await report(here)
    clock.set('2026-03-11T11:59:59.999Z')
    await report(behind)
    const seen = await day(`${team}&date=${today}`)
    expect(listed(seen)).toEqual(['Ahead late', 'Behind submitted', 'Here late'])
    expect(seen.counts).toMatchObject({ expected: 3, submitted: 1, late: 2 })
    // A new zone of the author doesn't change past days.
    await as(behind).put('/api/account', { time_zone: 'Pacific/Kiritimati' })
    expect(listed(await day(`${team}&date=${today}`))).toEqual(listed(seen))
    // A report from before zones were stored uses the organization's zone.
    await db.updateTable('reports').set({ time_zone: null }).where('user_id', '=', behind.id).execute()
    expect(listed(await day(`${team}&date=${today}`))[1]).toBe('Behind late')
    await set({ time_zone: 'Etc/GMT+12' })
    expect((await day(`${team}&date=${today}`)).counts).toMatchObject({ submitted: 1, late: 2 })
  })

  test('handles invited and deleted users, other roles and new accounts', async () => {
    const invited = await hire('Invited', { password_hash: null })
    const [deleted, idle] = [await hire('Gone'), await hire('Idle')]
    const [promoted, reviewer] = [await hire('Promoted'), await hire('Reviewer')]
    const fresh = await hire('Fresh', { created_at: '2026-03-10T08:00:00.000Z' })
    const accepted = await hire('Accepted', { accepted_at: '2026-03-10T08:00:00.000Z' })
    const team = await teamOf(invited, deleted, idle, promoted, reviewer, fresh, accepted)
    for (const who of [deleted, reviewer]) await report(who, '2026-03-09')
    for (const { id } of [deleted, idle]) await as(cast.ada).delete(`/api/users/${id}`)
    for (const { id, name, email } of [promoted, reviewer])
      await as(cast.ada).put(`/api/users/${id}`, { name, email, role: 'manager' })
    expect(listed(await day(`${team}&date=2026-03-09`))).toEqual(['Gone late', 'Reviewer late'])
    expect(listed(await day(`${team}&date=${today}`))).toEqual(['Accepted due', 'Fresh due'])
    await set({ reporting_roles: [] })
    expect((await day(`${team}&date=${today}`)).counts.expected).toBe(0)
    expect(listed(await day(`${team}&date=2026-03-09`))).toEqual(['Gone late', 'Reviewer late'])
  })

  test('on a holiday, a free day and a future day lists only users who reported or are off', async () => {
    const [worker, other, off] = [await hire('Worker'), await hire('Other'), await hire('Off')]
    const team = await teamOf(worker, other, off)
    await holiday('2026-03-06', 'Founders’ Day')
    for (const date of ['2026-03-06', '2026-03-08']) {
      await report(worker, date)
      await timeOff(off, date)
    }
    await timeOff(off, '2026-03-12')
    for (const [date, name, list] of [
      ['2026-03-06', 'Founders’ Day', ['Worker late', 'Off off']],
      ['2026-03-08', null, ['Worker late', 'Off off']],
      ['2026-03-12', null, ['Off off']],
    ] as const) {
      const seen = await day(`${team}&date=${date}`)
      expect([seen.holiday, listed(seen)]).toEqual([name, list])
      expect(seen.counts).toMatchObject({ missing: 0, due: 0, off: 1 })
    }
    expect(await day(`${team}&date=2026-03-12`)).toMatchObject({ date: '2026-03-12', today })
  })

  test('filters by role and project, and counts all pages', async () => {
    const people = []
    for (const [index, role] of (['developer', 'designer'] as const).entries())
      for (const name of ['A', 'B', 'C', 'D', 'E']) people.push(await hire(`${name}${index}`, { role }))
    const team = await teamOf(...people)
    for (const who of people.filter(({ name }) => /[AB]/.test(name))) await report(who)
    await setReview(await report(people[2] as Person), 'reviewed')
    await timeOff(people[3] as Person)
    const all = await day(team)
    expect(listed(all)).toEqual([
      ...['A0 submitted', 'A1 submitted', 'B0 submitted', 'B1 submitted', 'C0 submitted'],
      ...['C1 due', 'D1 due', 'E0 due', 'E1 due', 'D0 off'],
    ])
    for (const limit of [1, 3, 4]) {
      const pages = []
      for (let page = 1; page <= Math.ceil(10 / limit); page++)
        pages.push(await day(`${team}&limit=${limit}&page=${page}`))
      expect(pages.flatMap(({ data }) => data)).toEqual(all.data)
      for (const page of pages) expect(page.counts).toEqual(all.counts)
      expect(pages[0]?.pagination).toEqual({ total: 10, pages: Math.ceil(10 / limit), page: 1, limit })
    }
    for (const page of ['4', '100000']) expect((await day(`${team}&limit=4&page=${page}`)).data).toEqual([])
    const designers = await day(`${team}&role=designer`)
    expect(listed(designers)).toEqual(['A1 submitted', 'B1 submitted', 'C1 due', 'D1 due', 'E1 due'])
    expect(designers.counts).toEqual({
      expected: 5,
      submitted: 2,
      late: 0,
      missing: 0,
      due: 3,
      off: 0,
      to_review: 2,
    })
    expect(await day('projectId=999999')).toMatchObject({ data: [], counts: { expected: 0 } })
    expect((await day('role=manager&date=2026-03-02')).data).toEqual([])
  })

  describe('chosen users', () => {
    const namesOf = ({ data }: { data: TeamDayEntry[] }) => data.map(({ user }) => user.name)

    test('all ids are returned in the order of the list, on every page if requested', async () => {
      const people = [await hire('Ann'), await hire('Bea'), await hire('Carl'), await hire('Dan')]
      const [ann, bea, carl, dan] = people as [Person, Person, Person, Person]
      const team = await teamOf(...people)
      await setReview(await report(ann), 'reviewed')
      await report(carl)
      await timeOff(bea)
      const ordered = [carl.id, ann.id, dan.id, bea.id]
      expect((await day(team)).user_ids).toEqual([])
      for (const page of [1, 2, 9])
        expect((await day(`${team}&includeUserIds=true&limit=2&page=${page}`)).user_ids).toEqual(ordered)
      const chosen = await day(`${team}&includeUserIds=true&userIds=${bea.id}`)
      expect([chosen.user_ids, namesOf(chosen)]).toEqual([ordered, ['Bea']])
      expect((await day('projectId=999999&includeUserIds=true')).user_ids).toEqual([])
    })

    test('have the same entries as in the whole list, each once, with the counts of the whole list', async () => {
      const people = []
      for (const name of ['Ann', 'Bea', 'Carl', 'Dan', 'Eve']) people.push(await hire(name))
      const [ann, bea, , dan] = people as [Person, Person, Person, Person]
      const team = await teamOf(...people)
      await report(bea)
      await setReview(await report(dan), 'reviewed')
      const whole = await day(team)
      const chosen = await day(`${team}&userIds=${[ann.id, dan.id, bea.id, dan.id].join()}`)
      expect(chosen.data).toEqual(whole.data.filter(({ user }) => [ann.id, bea.id, dan.id].includes(user.id)))
      expect(namesOf(chosen)).toEqual(['Bea', 'Dan', 'Ann'])
      expect(chosen.counts).toEqual(whole.counts)
      expect(chosen.pagination).toEqual({ total: 3, pages: 1, page: 1, limit: 50 })
      const second = await day(`${team}&userIds=${ann.id},${dan.id},${bea.id}&limit=2&page=2`)
      expect([namesOf(second), second.pagination.pages]).toEqual([['Ann'], 2])
    })

    test('unknown users, users outside the filters and users who aren’t on the list are left out', async () => {
      const [ann, other] = [await hire('Ann'), await hire('Other')]
      const designer = await hire('Designer', { role: 'designer' })
      // Later has an account since the 10th. Boss isn't expected to report, and has reported on the 9th.
      const later = await hire('Later', { created_at: '2026-03-10T08:00:00.000Z' })
      const boss = await hire('Boss', { role: 'manager' })
      const team = await teamOf(ann, designer, later, boss)
      await report(boss, '2026-03-09')
      const ids = `userIds=${[ann.id, other.id, designer.id, later.id, boss.id, 999_999, `9${'0'.repeat(30)}`].join()}`
      const chosen = async (query: string) => namesOf(await day(`${team}&${ids}&${query}`))
      expect(await chosen(`date=${today}`)).toEqual(['Ann', 'Designer', 'Later'])
      expect(await chosen('date=2026-03-09')).toEqual(['Boss', 'Ann', 'Designer'])
      expect(await chosen('date=2026-03-09&role=designer')).toEqual(['Designer'])
      expect(await day('userIds=999999')).toMatchObject({ data: [], pagination: { total: 0 } })
    })
  })

  test('counts earlier reports to review, without the reviewer’s own', async () => {
    const boss = await hire('Boss', { role: 'manager' })
    const [one, two] = [await hire(), await hire()]
    const before = await day('', boss)
    const longBefore = await day('date=2026-03-09', boss)
    const old = [await report(one, '2026-03-05'), await report(two, '2026-03-09')]
    await report(boss, '2026-03-09')
    const { earlier_to_review, earlier_own } = await day('', boss)
    expect(earlier_to_review).toBe(before.earlier_to_review + 2)
    expect([before.earlier_own, earlier_own]).toEqual([0, 1])
    expect((await day()).earlier_to_review).toBe(before.earlier_to_review + 3)
    expect((await day('date=2026-03-09', boss)).earlier_to_review).toBe(longBefore.earlier_to_review + 1)
    for (const each of old) await setReview(each, 'reviewed')
    expect((await day('', boss)).earlier_to_review).toBe(before.earlier_to_review)
  })

  test('cuts long reports to their share of a list', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => hire()))
    const text = '報'.repeat(800_000)
    for (const { id } of people)
      await db
        .insertInto('reports')
        .values({
          user_id: id,
          date: '2026-02-02',
          tasks: text,
          minutes: 60,
          project_id: project.id,
          created_at: '2026-02-02T17:00:00.000Z',
        })
        .execute()
    const { data } = await day(`${await teamOf(...people)}&date=2026-02-02`)
    const sizes = data.map(({ report }) => Buffer.byteLength(report?.tasks ?? ''))
    expect(data.map(({ report }) => report?.is_shortened)).toEqual([true, true, true])
    for (const size of sizes) expect(Math.abs(size - limits.listTextBytes / 3)).toBeLessThan(10)
    await recount(db)
  })

  test('has at most a hundred users on a page', async () => {
    const seen = await day('limit=100')
    expect(seen.pagination.limit).toBe(100)
  })

  test('lists the author of a concurrently submitted report once', async () => {
    const [early, other, arriving] = [await hire('Zoe'), await hire('Yan'), await hire('Abel')]
    const team = await teamOf(early, other, arriving)
    for (const who of [early, other]) await report(who)
    let hasArrived = false
    const submitsInBetween: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!hasArrived && result.rows[0] && 'unreviewed' in result.rows[0]) {
          hasArrived = true
          await report(arriving)
        }
        return result
      },
    }
    const seen = await readTeamDay(
      { ...ctx, db: ctx.db.withPlugin(submitsInBetween) },
      { ...cast.max, created_at: '', ...withoutSignIn },
      { date: today, projectId: Number(team.split('=')[1]), page: 1, limit: 50, includeUserIds: false },
      () => false,
    )
    expect(hasArrived).toBe(true)
    expect(listed(seen)).toEqual(['Yan submitted', 'Zoe submitted', 'Abel due'])
    expect(listed(await day(team))).toEqual(['Abel submitted', 'Yan submitted', 'Zoe submitted'])
  })

  test('needs as many queries for fifty users as for one', async () => {
    let statements = 0
    const other = await openTestApp({ log: () => void statements++ })
    other.ctx.config.timeZone = 'UTC'
    const { id: project_id } = await other.make.project()
    const countQueries = async () => {
      statements = 0
      const { body } = await other.as(other.cast.max).get('/api/team/day?limit=8')
      return [body.data.length, statements]
    }
    await other.make.report(other.cast.dina, { project_id })
    const [few, queries = 0] = await countQueries().then(countQueries)
    expect(few).toBe(4)
    const rows = Array.from({ length: 60 }, (_, index) => ({
      name: `Many ${index}`,
      email: `many-${index}@example.com`,
      role: 'developer' as const,
      password_hash: 'x',
      created_at: '2026-01-05T09:00:00.000Z',
    }))
    await other.db.insertInto('users').values(rows).execute()
    expect(await countQueries()).toEqual([8, queries])
    await other.close()
    expect(queries).toBeLessThanOrEqual(20)
  })
})

test('every state is the same as in the calendar', async () => {
  const other = await openTestApp()
  other.ctx.config.timeZone = 'UTC'
  const { id: project_id } = await other.make.project()
  const around = ['2026-03-06T12:00:00.000Z', '2026-03-10T09:59:59.000Z', '2026-03-10T10:00:00.000Z']
  const zones = ['Pacific/Kiritimati', 'Etc/GMT+12', 'Europe/Berlin', null]
  const schedules = [null, '[{"from":"","days":[2,6]}]', '[{"from":"2026-03-10","days":[1,3]}]']
  const roles: Role[] = ['developer', 'designer', 'manager']
  // The number of a user selects one combination of all conditions.
  const people = Array.from({ length: 120 }, (_, n) => ({
    ...nameColumns(`P${n}`),
    email: `p${n}@example.com`,
    role: roles[n % 5] ?? 'developer',
    password_hash: n % 11 === 0 ? null : 'x',
    created_at: around[n % 7] ?? '2026-01-05T09:00:00.000Z',
    accepted_at: n % 13 === 0 ? '2026-03-09T11:00:00.000Z' : null,
    time_zone: zones[n % 4] ?? null,
    working_days: schedules[n % 3] ?? null,
  }))
  const rows = await other.db.insertInto('users').values(people).returning(['id', 'name']).execute()
  const idOf = new Map(rows.map(({ id, name }) => [name, id]))
  const at = (n: number) => idOf.get(`P${n}`) ?? 0
  const dates = ['2026-03-06', '2026-03-07', '2026-03-09', today, '2026-03-11']
  await other.db.insertInto('holidays').values({ date: '2026-03-06', name: 'Holiday' }).execute()
  const numbers = people.map((_, n) => n)
  await other.db
    .insertInto('absences')
    .values(
      numbers
        .filter(n => n % 6 === 1)
        .map(n => ({
          user_id: at(n),
          start_date: addDays('2026-03-06', n % 5),
          end_date: addDays('2026-03-09', n % 5),
          kind: 'vacation' as const,
          created_at: '2026-03-01T09:00:00.000Z',
        })),
    )
    .execute()
  await other.db
    .insertInto('reports')
    .values(
      dates.slice(0, 4).flatMap((date, index) =>
        numbers
          .filter(n => (n + index) % 4 === 0)
          .map(n => ({
            user_id: at(n),
            date,
            tasks: 'Work',
            minutes: 60,
            project_id,
            created_at: `${addDays(date, n % 2)}T1${n % 3}:00:00.000Z`,
            time_zone: zones[Math.floor(n / 4) % 4] ?? null,
          })),
      ),
    )
    .execute()
  for (let n = 0; n < 120; n += 17)
    await other.db
      .updateTable('users')
      .set({ deleted_at: '2026-03-10T01:00:00.000Z' })
      .where('id', '=', at(n))
      .execute()
  await recount(other.db)
  const hidden = new Set(['none', 'holiday', 'free', 'future'])
  const shown = new Set<string>()
  for (const now of ['2026-03-10T09:00:00.000Z', '2026-03-10T11:00:00.000Z', '2026-03-10T23:59:00.000Z']) {
    other.clock.set(now)
    const calendar = new Map<number, CalendarDay[]>()
    for (let page = 1; page <= 3; page++) {
      const { body } = await other.as(other.cast.max).get(`/api/calendar/team?month=2026-03&page=${page}`)
      for (const { user, days } of body.data) calendar.set(user.id, days)
    }
    for (const date of dates) {
      const expected = [...calendar]
        .map(([id, days]) => ({ id, ...(days.find(one => one.date === date) as CalendarDay) }))
        .filter(({ state }) => !hidden.has(state))
        // Deleted users are listed only if they reported.
        .filter(({ id, report_id }) => report_id !== null || !isDisconnected(id))
      const found: TeamDayEntry[] = []
      let counts: Record<string, number> = {}
      for (let page = 1; page <= 3; page++) {
        const { body } = await other.as(other.cast.max).get(`/api/team/day?date=${date}&page=${page}`)
        found.push(...body.data)
        counts = body.counts
      }
      const line = (id: number, state: string, reportId: number | null) => `${id} ${state} ${reportId}`
      expect(found.map(({ user, state, report }) => line(user.id, state, report?.id ?? null)).sort()).toEqual(
        expected.map(({ id, state, report_id }) => line(id, state, report_id)).sort(),
      )
      for (const state of ['submitted', 'late', 'missing', 'due', 'off'])
        expect([state, counts[state]]).toEqual([state, expected.filter(one => one.state === state).length])
      for (const { state } of found) shown.add(state)
    }
  }
  expect([...shown].sort()).toEqual(['due', 'late', 'missing', 'off', 'submitted'])
  await other.close()

  function isDisconnected(id: number) {
    return people.some((_, n) => n % 17 === 0 && at(n) === id)
  }
})

describe('the day that Today opens with', () => {
  const opened = async () => (await day()).date

  test('is today from the summary time on, and before it the last working day', async () => {
    expect(await opened()).toBe('2026-03-10')
    clock.set('2026-03-10T08:59:59.000Z')
    expect(await opened()).toBe('2026-03-09')
    await set({ summary_time: '08:30' })
    expect(await opened()).toBe('2026-03-10')
    // On Monday morning it is Friday; on Saturday after nine it is Saturday.
    clock.set('2026-03-09T08:00:00.000Z')
    expect(await opened()).toBe('2026-03-06')
    await holiday('2026-03-06')
    expect(await opened()).toBe('2026-03-05')
    clock.set('2026-03-07T10:00:00.000Z')
    expect(await opened()).toBe('2026-03-07')
  })

  test('depends on the organization’s zone and working days', async () => {
    clock.set('2026-03-10T18:30:00.000Z')
    await set({ time_zone: 'Pacific/Kiritimati' })
    // It is 8:30 on the 11th there.
    expect(await day()).toMatchObject({ date: '2026-03-10', today: '2026-03-11' })
    clock.set('2026-03-10T19:00:00.000Z')
    expect(await day()).toMatchObject({ date: '2026-03-11', today: '2026-03-11' })
    await set({ time_zone: 'Etc/GMT+12' })
    // It is 7:00 on the 10th on Baker Island.
    expect(await day()).toMatchObject({ date: '2026-03-09', today: '2026-03-10' })
    clock.set('2026-03-20T19:00:00.000Z')
    await set({ working_days: [7] })
    clock.set('2026-03-24T19:00:00.000Z')
    expect(await opened()).toBe('2026-03-22')
  })

  test('is today if a whole year has no working day', async () => {
    clock.set('2026-03-10T08:00:00.000Z')
    await db
      .insertInto('holidays')
      .values(
        Array.from({ length: 400 }, (_, index) => ({ date: addDays(today, -1 - index), name: 'Holiday' })),
      )
      .execute()
    expect(await opened()).toBe(today)
  })
})

describe('GET /team/overview', () => {
  test('has the number of reports to review, and the number and first eight names of users who owe today’s', async () => {
    const other = await openTestApp()
    other.ctx.config.timeZone = 'UTC'
    const { as, cast, clock, db, make } = other
    const overview = async (who: Person) => {
      const { status, body, text } = await as(who).get('/api/team/overview')
      expect(status, text).toBe(200)
      expect(teamOverviewReply.safeParse(body).error).toBeUndefined()
      return body
    }
    const { id: project_id } = await make.project()
    // The four staff users owe a report from today on.
    expect(await overview(cast.max)).toEqual({
      date: today,
      to_review: 0,
      earlier_to_review: 0,
      earlier_own: 0,
      today,
      today_to_review: 0,
      owing: {
        total: 4,
        people: [cast.desi, cast.dina, cast.mark, cast.omar].map(({ id, name, role }) => ({
          id,
          name,
          role,
        })),
      },
    })
    await make.report(cast.dina, { project_id })
    await make.report(cast.max, { project_id })
    await make.report(cast.omar, { project_id, date: '2026-03-09' })
    await as(cast.desi).post('/api/absences', { start_date: today, end_date: today, kind: 'sick' })
    const newcomers = ['zed', 'Abe', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal'].map(name => ({
      ...nameColumns(name),
      email: `${name}@example.com`,
      role: 'designer' as const,
      password_hash: 'x',
      created_at: '2026-01-05T09:00:00.000Z',
      time_zone: name === 'Bo' ? 'Etc/GMT+12' : name === 'Cy' ? 'Pacific/Kiritimati' : null,
    }))
    await db.insertInto('users').values(newcomers).execute()
    clock.set('2026-03-10T11:00:00.000Z')
    const seen = await overview(cast.max)
    // The 10th hasn't begun for Bo, and is over for Cy.
    expect(seen).toMatchObject({ to_review: 1, earlier_to_review: 1, owing: { total: 10 } })
    expect(seen.owing.people.map(({ name }: Person) => name)).toEqual([
      ...['Abe', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal'],
      cast.mark.name,
    ])
    expect(await overview(cast.ada)).toMatchObject({ to_review: 2, earlier_to_review: 1 })
    // Before the summary time, Today opens with the last working day, and `today` doesn't change.
    clock.set('2026-03-11T08:00:00.000Z')
    expect(await overview(cast.max)).toMatchObject({
      date: '2026-03-10',
      today: '2026-03-11',
      to_review: 1,
      earlier_to_review: 1,
    })
    await other.close()
  })

  test('every number equals the list that it leads to, before the summary time and after it', async () => {
    const other = await openTestApp()
    other.ctx.config.timeZone = 'UTC'
    const { as, cast, clock, make } = other
    const { id: project_id } = await make.project()
    const days = ['2026-03-06', '2026-03-09', '2026-03-10', '2026-03-11']
    const leaver = await make.user('developer')
    clock.set('2026-03-11T08:00:00.000Z')
    for (const [index, date] of days.entries())
      for (const who of [cast.dina, cast.omar, cast.max, leaver].slice(index % 2))
        await make.report(who, { project_id, date })
    // Reports of deleted accounts still wait for a review.
    await as(cast.ada).delete(`/api/users/${leaver.id}`)
    for (const [now, opening] of [
      ['2026-03-11T08:00:00.000Z', '2026-03-10'],
      ['2026-03-11T10:00:00.000Z', '2026-03-11'],
    ] as const) {
      clock.set(now)
      for (const who of [cast.max, cast.ada]) {
        const read = async (path: string) => (await as(who).get(path)).body
        const overview = teamOverviewReply.parse(await read('/api/team/overview'))
        expect(overview.date).toBe(opening)
        const toReview = (entries: TeamDayEntry[]) =>
          entries.filter(({ user, report }) => report?.review.state === 'unreviewed' && user.id !== who.id)
        const [shown, current] = [
          teamDayReply.parse(await read('/api/team/day')),
          teamDayReply.parse(await read(`/api/team/day?date=${overview.today}`)),
        ]
        expect(toReview(shown.data)).toHaveLength(overview.to_review)
        expect(shown.counts.to_review).toBe(overview.to_review)
        expect(toReview(current.data)).toHaveLength(overview.today_to_review)
        const owing = current.data.filter(({ state }) => state === 'due' || state === 'missing')
        expect(owing).toHaveLength(overview.owing.total)
        const before = addDays(overview.date, -1)
        const earlier = await read(`/api/reports?review=unreviewed&endDate=${before}`)
        expect(earlier.total).toBe(overview.earlier_to_review + overview.earlier_own)
        expect(overview.earlier_own > 0).toBe(who === cast.max)
      }
    }
    await other.close()
  })
})

test('says how many users are expected to report, also on a day off', async () => {
  const other = await openTestApp()
  const { as, cast } = other
  const reporters = async (query = '') => (await as(cast.ada).get(`/api/team/day?${query}`)).body.reporters
  // A Saturday.
  expect(await reporters('date=2026-03-07')).toBe(4)
  expect(await reporters('date=2026-03-07&role=designer')).toBe(1)
  await as(cast.ada).put('/api/settings', { reporting_roles: [] })
  expect(await reporters()).toBe(0)
  await other.close()
})
