import { setImmediate as nextTick } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { groupCommit } from '../src/db/group-commit.ts'
import { entryWordsMax } from '../src/db/search-index.ts'
import { readAccount } from '../src/features/account/account.service.ts'
import { exportAccount } from '../src/features/account/export-account.service.ts'
import { rescheduleMailsOfUser } from '../src/features/notifications/mail-due.service.ts'
import { deleteAllOfUser, markRead } from '../src/features/notifications/notifications.queries.ts'
import { toEntry } from '../src/features/search/entries.ts'
import { search } from '../src/features/search/search.service.ts'
import { readSummary } from '../src/features/summaries/summaries.service.ts'
import { withoutSignIn } from '../src/identity/sign-ins.ts'
import { everyone } from '../src/identity/visible-people.ts'
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

const textsOfReport = limits.reportTextMax / limits.longTextMax
/** Folding makes eighteen letters of this one. */
const longest = 'ﷺ'.repeat(limits.longTextMax)

test('a longest report has a bounded number of words, and other requests run while they are found', async () => {
  const thing = { id: 1, date: '2026-03-13', title: '', ownerId: 1, creatorId: null }
  // Nearly every pair of characters is another word.
  const texts = Array.from({ length: textsOfReport }, (_, text) =>
    Array.from({ length: limits.longTextMax }, (_, index) =>
      String.fromCodePoint(0x4e00 + (((text * limits.longTextMax + index) * (7919 + text)) % 20_000)),
    ).join(''),
  )
  const { words } = await toEntry('report', { ...thing, texts })
  expect(words.length).toBeGreaterThan(entryWordsMax / 2)
  expect(words.length).toBeLessThan(entryWordsMax + limits.longTextMax)
  const long = Array.from({ length: textsOfReport }, () => longest)
  expect(await ticksDuring(() => toEntry('report', { ...thing, texts: long }))).toBeGreaterThanOrEqual(5)
})

test('a search in the longest reports lets other requests run between their texts', async () => {
  const project_id = team.projects[0]?.id as number
  const reports = 3
  const parts = 5
  const description = longest.slice(0, limits.rowDescriptionMax)
  for (let index = 0; index < reports; index++)
    await make.report(await make.user(), {
      project_id,
      date: '2026-03-13',
      tasks: longest,
      task_details: Array.from({ length: parts * textsOfReport - 10 }, () => ({
        description,
        hours: '0.10',
        project_id,
      })),
      blockers: '',
      tomorrow_plan: 'Feed the zebra',
    })
  const viewer = await readAccount(ctx, { ...cast.ada, created_at: '', ...withoutSignIn })
  const query = { q: 'zebra', type: undefined, page: 1, limit: 20, teamId: undefined }
  let found: Awaited<ReturnType<typeof search>> | undefined
  const ticks = await ticksDuring(async () => {
    found = await search(ctx, { ...viewer, ...withoutSignIn }, query, new AbortController().signal)
  })
  expect(found?.data.map(({ snippet }) => snippet.at(-1))).toEqual(
    Array.from({ length: reports }, () => ({ text: 'zebra', hit: true })),
  )
  // Without them, it yields about ten times, between the steps of the search in the index.
  expect(ticks).toBeGreaterThan(reports * parts)
})

test('a user with a full inbox changes a few hundred notifications at a time', async () => {
  const { id } = await make.user()
  const count = 5000
  const created_at = '2026-03-13T17:00:00.000Z'
  const rows = Array.from({ length: count }, () => ({
    user_id: id,
    kind: 'summary' as const,
    data: '{"date":"2026-03-13"}',
    created_at,
    mail_due_at: '2026-03-14T17:00:00.000Z',
  }))
  for (let from = 0; from < count; from += 500)
    await db
      .insertInto('notifications')
      .values(rows.slice(from, from + 500))
      .execute()
  const user = { id, time_zone: null, reminder_time: null } as const
  const reschedule = (email_notifications: 'instant' | 'daily' | 'off') =>
    ticksDuring(() =>
      groupCommit(db, trx => rescheduleMailsOfUser(ctx, trx, { ...user, email_notifications })),
    )
  const left = count / 500 - 1
  expect(await reschedule('daily')).toBeGreaterThanOrEqual(left)
  expect(await reschedule('instant')).toBeGreaterThanOrEqual(left)
  expect(await reschedule('off')).toBeGreaterThanOrEqual(left)
  const dueAt = db.selectFrom('notifications').select('mail_due_at').distinct().where('user_id', '=', id)
  expect(await dueAt.execute()).toEqual([{ mail_due_at: null }])
  const inbox = { userId: id, people: everyone }
  const read_at = created_at
  const read = groupCommit(db, trx => markRead(trx, inbox, { ids: undefined, read_at }))
  expect(await ticksDuring(() => read)).toBeGreaterThanOrEqual(left)
  expect(await read).toHaveLength(count)
  expect(await ticksDuring(() => groupCommit(db, trx => deleteAllOfUser(trx, id)))).toBeGreaterThanOrEqual(
    left,
  )
  expect(await dueAt.execute()).toEqual([])
})
