import { setImmediate as nextTick } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { readAccount } from '../src/features/account/account.service.ts'
import { exportAccount } from '../src/features/account/export-account.service.ts'
import { readSummary } from '../src/features/summaries/summaries.service.ts'
import { withoutSignIn } from '../src/identity/sign-ins.ts'
import { insertTeam } from './kept-counts.ts'
import { startTestApp } from './start-test-app.ts'

// SQLite answers synchronously, so a call that awaits nothing else blocks all other requests. Large reads and writes are
// split into steps of a bounded size. These tests count the steps because the time of a step depends on the machine.

type Statement = { sql: string; parameters: readonly unknown[] }
let statements: Statement[] = []
const { as, cast, clock, ctx, db, make } = await startTestApp({
  log: event => {
    if (event.level === 'query') statements.push(event.query)
  },
})

const projects = 12
let team: Awaited<ReturnType<typeof insertTeam>>
beforeAll(async () => {
  clock.set('2026-03-13T18:00:00.000Z')
  team = await insertTeam(db, 'crowd', { people: 1000, projects })
  for (const { id } of team.projects)
    await db
      .insertInto('project_members')
      .values(team.people.map(person => ({ project_id: id, user_id: person.id })))
      .execute()
})

async function statementsOf<T>(work: () => Promise<T>): Promise<{ result: T; ran: Statement[] }> {
  statements = []
  return { result: await work(), ran: statements }
}

/** Counts how many times other work could run before this work was done. */
async function ticksDuring(work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  const done = work().finally(() => {
    isDone = true
  })
  let ticks = 0
  for (; !isDone; ticks++) await nextTick()
  await done
  return ticks
}

test.each([
  ['/api/projects', 'project_members', 'developers'],
  ['/api/reports/project-hours', 'project_people', undefined],
])('%s reads a few thousand people at a time', async (path, table, list) => {
  const { result, ran } = await statementsOf(() => as(cast.ada).get(path))
  const reads = ran.filter(({ sql }) => sql.includes(`from "${table}"`))
  // Each project can have the thousand people and those of the cast.
  expect(reads.map(({ parameters }) => parameters.length)).toEqual([3, 3, 3, 3])
  expect(Object.keys(result.body)).toHaveLength(projects)
  if (list) expect(result.body[0][list]).toHaveLength(1000)
})

test('an import writes a few thousand assignments at a time', async () => {
  const names = Array.from({ length: limits.importProjectsMax }, (_, index) => `New ${index}`)
  const people = Array.from({ length: 120 }, (_, index) => ({
    name: `New ${index}`,
    email: `new-${index}@example.com`,
    role: 'developer',
    projects: names,
  }))
  const { result, ran } = await statementsOf(() =>
    as(cast.ada).post('/api/users/import', { people, create_projects: names }),
  )
  expect(result.body.created, result.text).toBe(120)
  const rows = ran
    .filter(({ sql }) => sql.startsWith('insert into "project_members"'))
    .map(({ parameters }) => parameters.length / 2)
  expect(rows).toEqual([2500, 2500, 1000])
})

test('an export of long texts reads a few reports at a time', async () => {
  const author = await make.user()
  const project_id = team.projects[0]?.id as number
  // JSON writes each of these characters in six bytes.
  const text = '\u0001'.repeat(limits.longTextMax)
  for (let index = 0; index < 12; index++) {
    const date = addDays('2026-01-01', index)
    const { id } = await db
      .insertInto('reports')
      .values({
        user_id: author.id,
        date,
        tasks: text,
        minutes: 7,
        blockers: text,
        tomorrow_plan: text,
        project_id,
        created_at: `${date}T17:00:00.000Z`,
        edited_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: 35 }, (_, position) => ({
      report_id: id,
      position,
      description: text.slice(0, limits.rowDescriptionMax),
      minutes: 1,
      project_id,
    }))
    await db.insertInto('report_rows').values(rows).execute()
  }
  const account = await readAccount(ctx, { ...author, created_at: '', ...withoutSignIn })
  const pieces: string[] = []
  const ticks = await ticksDuring(async () => {
    for await (const piece of exportAccount(ctx, account, async () => true)) pieces.push(piece)
  })
  expect(JSON.parse(pieces.join('')).reports).toHaveLength(12)
  // A report of 600 kB is written in a few milliseconds.
  expect(Math.max(...pieces.map(piece => piece.length))).toBeLessThan(700_000)
  expect(ticks).toBeGreaterThan(12)
})

test('the summary of a week reads the team once, and other requests run between its days', async () => {
  const viewer = cast.ada
  const friday = '2026-03-13'
  const { result, ran } = await statementsOf(() => readSummary(ctx, viewer, friday))
  expect(result.week?.days).toHaveLength(5)
  expect(ran.filter(({ sql }) => sql.includes('"users"."name_key"'))).toHaveLength(1)
  const ticks = await ticksDuring(() => readSummary(ctx, viewer, friday))
  // The summary reads seven days, and the hours of these and of the seven days before.
  expect(ticks).toBeGreaterThanOrEqual(7 + 6 + 6)
})
