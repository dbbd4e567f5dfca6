import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { subjects } from '../src/db/day-counts.ts'
import { migrate, migrations } from '../src/db/migrate.ts'
import { indexThings } from '../src/features/search/index-things.ts'
import { expectRightCounts, insertTeam, keptCounts } from './kept-counts.ts'
import { reportBody } from './make.ts'
import { expectRightIndex } from './search-index.ts'
import { startTestApp } from './start-test-app.ts'
import { createTestDatabase } from './test-database.ts'

const { as, cast, db } = await startTestApp()

const who = fc.nat(3)
const which = fc.nat(2)
const day = fc.constantFrom('2026-02-28', '2026-03-08', '2026-03-09', '2026-03-10')
const rows = fc.array(
  fc.record({
    // Some projects don't exist: such a write must change nothing at all.
    project: fc.oneof({ weight: 9, arbitrary: which }, { weight: 1, arbitrary: fc.constant(3) }),
    hours: fc.constantFrom('0.15', '1.30', '7.45'),
    // This is the nth task of the author, if there is one.
    task: fc.option(fc.nat(2)),
  }),
  { minLength: 1, maxLength: 5 },
)
const status = fc.constantFrom('pending', 'in_progress', 'completed')

const state = fc.constantFrom('reviewed', 'unreviewed', 'needs_changes')

const action = fc.oneof(
  { weight: 8, arbitrary: fc.record({ what: fc.constant('report' as const), who, day, rows }) },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('review' as const),
      nth: fc.nat(5),
      state,
      isSecond: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('review several' as const),
      nths: fc.array(fc.nat(7), { minLength: 1, maxLength: 6 }),
      state: fc.constantFrom('reviewed', 'unreviewed'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('new task' as const), who, which }) },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('edit task' as const), nth: fc.nat(4), who, which, status }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('move task' as const), nth: fc.nat(4), status }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('delete task' as const), nth: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('rename person' as const), who }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('delete person' as const), who }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('rename project' as const), which }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('delete project' as const), which }) },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

let runs = 0

/** A new team in the same database, and the writes of its members. */
async function newTeam() {
  const { people, projects } = await insertTeam(db, `run ${++runs}`)
  await db.transaction().execute(async trx => {
    await indexThings(trx, 'person', idsOf(people))
    await indexThings(trx, 'project', idsOf(projects))
  })
  const personAt = (index: number) => ({ password: '', ...(people[index] as (typeof people)[number]) })
  const projectAt = (index: number) => projects[index]?.id ?? 999_999
  const taskAt = async (nth: number) =>
    (await db.selectFrom('tasks').select('id').orderBy('id', 'desc').offset(nth).limit(1).executeTakeFirst())
      ?.id ?? 999_999
  const reportAt = async (nth: number) =>
    (
      await db
        .selectFrom('reports')
        .select('id')
        .orderBy('id', 'desc')
        .offset(nth)
        .limit(1)
        .executeTakeFirst()
    )?.id ?? 999_999
  const tasksOf = (id: number) =>
    db
      .selectFrom('tasks')
      .select(['id', 'project_id'])
      .where('assigned_to', '=', id)
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
  const taskBody = (index: number, project: number) => ({
    title: 'Work',
    project_id: projectAt(project),
    assigned_to: personAt(index).id,
    expected_hours: 1,
  })

  for (const index of people.keys()) await as(cast.ada).post('/api/tasks', taskBody(index, index % 3))

  return async function run(action: Action) {
    switch (action.what) {
      case 'report': {
        const person = personAt(action.who)
        const tasks = await tasksOf(person.id)
        const task_details = action.rows.map(({ project, hours, task }) => {
          const named = task === null ? undefined : tasks[task]
          return {
            description: 'Work',
            hours,
            project_id: named?.project_id ?? projectAt(project),
            task_id: named?.id,
          }
        })
        const body = reportBody({ date: action.day, project_id: projectAt(0), task_details })
        const known = await db
          .selectFrom('reports')
          .select('id')
          .where('user_id', '=', person.id)
          .where('date', '=', action.day)
          .executeTakeFirst()
        return known
          ? as(person).put(`/api/reports/${known.id}`, body)
          : as(person).post('/api/reports', body)
      }
      case 'review': {
        const reviewer = action.isSecond ? cast.max : cast.ada
        const body = { state: action.state, comment: action.state === 'needs_changes' ? 'Why?' : null }
        return as(reviewer).post(`/api/reports/${await reportAt(action.nth)}/review`, body)
      }
      case 'review several': {
        const ids = await Promise.all(action.nths.map(reportAt))
        return as(cast.max).post('/api/reports/review', { ids, state: action.state })
      }
      case 'new task':
        return as(cast.ada).post('/api/tasks', taskBody(action.who, action.which))
      case 'edit task': {
        const body = { ...taskBody(action.who, action.which), status: action.status, actual_hours: 1 }
        return as(cast.ada).put(`/api/tasks/${await taskAt(action.nth)}`, body)
      }
      case 'move task': {
        const body = { status: action.status, actual_hours: 1 }
        return as(cast.max).post(`/api/tasks/${await taskAt(action.nth)}/status`, body)
      }
      case 'delete task':
        return as(cast.ada).delete(`/api/tasks/${await taskAt(action.nth)}`)
      case 'rename person': {
        const { id, email, role } = personAt(action.who)
        return as(cast.ada).put(`/api/users/${id}`, { name: 'Renamed Person', email, role })
      }
      case 'delete person':
        return as(cast.ada).delete(`/api/users/${personAt(action.who).id}`)
      case 'rename project':
        return as(cast.ada).put(`/api/projects/${projectAt(action.which)}`, {
          name: `New name ${runs} ${action.which}`,
        })
      case 'delete project':
        return as(cast.ada).delete(`/api/projects/${projectAt(action.which)}`)
    }
  }
}

test('the stored counts equal a recount, and the search index a new build, after any concurrent writes, edits and deletions', async () => {
  const atOnce = fc.array(action, { minLength: 1, maxLength: 8 })
  const rounds = fc.array(atOnce, { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(rounds, async rounds => {
      const run = await newTeam()
      for (const actions of rounds) {
        const replies = await Promise.all(actions.map(run))
        for (const reply of replies) {
          expect([200, 201, 400, 401, 403, 404, 409], reply.text).toContain(reply.status)
        }
      }
      await expectRightCounts(db)
      await expectRightIndex(db)
    }),
    { numRuns: 12, endOnFailure: true },
  )
  // Random writes may log no time on tasks, so this logs some.
  const run = await newTeam()
  const rows = [{ project: 0, hours: '1.30' as const, task: 0 }]
  for (const who of [0, 1, 2, 3]) await run({ what: 'report', who, day: '2026-03-09', rows })
  await expectRightCounts(db)
  const kept = await keptCounts(db)
  for (const [table, entries] of Object.entries(kept)) expect(entries.length, table).toBeGreaterThan(3)
}, 180_000)

test('a recount corrects wrong counts', async () => {
  const right = await keptCounts(db)
  await db.updateTable('day_counts').set({ total: 7, unreviewed: 9, needs_changes: 3, minutes: 5 }).execute()
  await db.deleteFrom('report_projects').where('rows', '=', 1).execute()
  await db.deleteFrom('project_people').execute()
  await db.updateTable('report_months').set({ days: 7, late: 7, shares: '{}' }).execute()
  await db.updateTable('report_authors').set({ reports: 7 }).execute()
  await db.updateTable('tasks').set({ logged_minutes: 7 }).execute()
  await expect(expectRightCounts(db)).rejects.toThrow()
  expect(await keptCounts(db)).toEqual(right)
})

test('a database from before the counts by day has them after its migrations', async () => {
  const database = await createTestDatabase()
  const old = database.open()
  try {
    await migrate(old, migrations.slice(0, 5))
    const { people, projects } = await insertTeam(old, 'old')
    const [person, project] = [people[0]?.id ?? 0, projects[0]?.id ?? 0]
    const at = '2026-03-09T09:00:00.000Z'
    for (const [report_id, date] of [
      [1, '2026-02-28'],
      [2, '2026-03-09'],
    ] as const) {
      await old
        .insertInto('reports')
        .values({ id: report_id, user_id: person, date, tasks: 'x', minutes: 60, created_at: at })
        .execute()
      await old
        .insertInto('report_rows')
        .values({ report_id, position: 0, description: 'Work', minutes: 60, project_id: project })
        .execute()
      const share = { project_id: project, user_id: person, minutes: 60, rows: 1 }
      await old
        .insertInto('report_projects')
        .values({ ...share, report_id, date })
        .execute()
      // Later migrations dropped this table and the one below.
      await sql`insert into report_days (date, reports) values (${date}, 1)`.execute(old)
    }
    await sql`insert into report_people (user_id, reports) values (${person}, 2)`.execute(old)
    const sums = { project_id: project, user_id: person, minutes: 120, rows: 2, reports: 2 }
    await old.insertInto('project_people').values(sums).execute()
    await old
      .insertInto('tasks')
      .values({
        title: 'Work',
        project_id: project,
        assigned_to: person,
        assigned_by: person,
        expected_tenths: 10,
        status: 'pending',
        created_at: at,
      })
      .execute()
    await migrate(old)
    const { day_counts } = await keptCounts(old)
    const { reports, tasks, pending } = subjects
    const none = { unreviewed: 0, needs_changes: 0, minutes: 0 }
    const reviewed = { ...none, minutes: 60 }
    expect(day_counts).toEqual([
      { subject: reports, project_id: 0, day: 20260228, total: 1, ...reviewed },
      { subject: reports, project_id: 0, day: 20260309, total: 1, ...reviewed },
      { subject: reports, project_id: project, day: 20260228, total: 1, ...reviewed },
      { subject: reports, project_id: project, day: 20260309, total: 1, ...reviewed },
      { subject: tasks, project_id: 0, day: 20260309, total: 1, ...none },
      { subject: tasks, project_id: project, day: 20260309, total: 1, ...none },
      { subject: pending, project_id: 0, day: 20260309, total: 1, ...none },
      { subject: pending, project_id: project, day: 20260309, total: 1, ...none },
    ])
    await expectRightCounts(old)
  } finally {
    await old.destroy()
    await database.remove()
  }
})
