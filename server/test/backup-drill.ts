import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { excludedTables } from '../src/backup/archive-format.ts'
import { makeBackup } from '../src/backup/make-backup.ts'
import { restoreBackup } from '../src/backup/restore-backup.ts'
import type { Context } from '../src/context.ts'
import { recount } from '../src/db/recount.ts'
import type { Db } from '../src/db/schema.ts'
import { listTables } from '../src/db/tables.ts'
import { byCommand } from '../src/events/event.ts'
import { addComment } from '../src/features/comments/comments.service.ts'
import { addFile, deleteFile } from '../src/features/files/files.service.ts'
import { createProject } from '../src/features/projects/projects.service.ts'
import { editReport, submitReport } from '../src/features/reports/reports.service.ts'
import { createTask, deleteTask } from '../src/features/tasks/tasks.service.ts'
import { addUrl } from '../src/features/urls/urls.service.ts'
import type { SignedIn } from '../src/http/plugins/access.ts'
import { insertAccount } from '../src/identity/accounts.ts'
import { withoutSignIn } from '../src/identity/sign-ins.ts'
import { outgoingPauseName, outgoingResumedName } from '../src/jobs/outgoing-pause.ts'
import { openContext } from '../src/startup/open-context.ts'
import { hashCheaply } from './make.ts'
import { configOf, type Place, partsOf, settingsOf } from './place.ts'
import { createTestFolder } from './test-folder.ts'

export { configOf, type Place, partsOf, settingsOf }

/** A folder that is removed after the test. */
export function scratchFolder(): string {
  const folder = createTestFolder('daily-report-backup-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Opens the data at a place the way a server does. */
export function open(place: Place): Promise<Context> {
  return openContext(configOf(place), () => {})
}

export const backUp = async (place: Place, file: string) => makeBackup(file, await partsOf(place))
export const restore = async (place: Place, file: string) => restoreBackup(file, await partsOf(place))

/** All rows at a place, after a check that its files are complete. */
export async function contentsAt(place: Place): Promise<Record<string, string[]>> {
  const ctx = await open(place)
  try {
    await expectFilesWhole(ctx)
    return await contentsOf(ctx.db)
  } finally {
    await ctx.db.destroy()
  }
}

export type Team = { ada: SignedIn; staff: SignedIn[]; projects: number[] }

/** A small team with rows in every table, letters of many scripts, and ids whose rows were deleted. */
export async function fillTeam(ctx: Context): Promise<Team> {
  const person = async (name: string, role: SignedIn['role']): Promise<SignedIn> => {
    const account = { name, email: `${name.split(' ')[0]?.toLowerCase()}@example.com`, role }
    const hash = await hashCheaply('secret-1')
    const inserted = await ctx.db
      .transaction()
      .execute(trx => insertAccount(ctx, trx, byCommand, account, hash))
    return { ...inserted, ...withoutSignIn }
  }
  const ada = await person('Ada Admin', 'admin')
  const staff = [await person('Dina Ünal 李雷', 'developer'), await person("Omar O'Neil 🚀", 'designer')]
  const projects: number[] = []
  for (const name of ['Alpha', 'Straße "quoted" \\ back', 'Ω\u2028new line'])
    projects.push((await createProject(ctx, ada, { name, description: null, developers: [ada.id] })).id)
  const team = { ada, staff, projects }
  for (let day = 0; day < 9; day++) await writeDay(ctx, team, addDays('2024-01-01', day))
  const { id } = await createTask(ctx, ada, {
    title: 'Gone',
    description: null,
    project_id: projects[0] ?? 0,
    assigned_to: ada.id,
    expected_hours: 5,
  })
  await deleteTask(ctx, ada, id)
  return team
}

/** Writes a day of the team's work: reports, edits, comments, tasks, links, new and deleted files. */
export async function writeDay(ctx: Context, { ada, staff, projects }: Team, date: string): Promise<void> {
  const project_id = projects[date.charCodeAt(9) % projects.length] ?? 0
  for (const person of staff) {
    const input = {
      date,
      tasks: `Worked on ${date}`,
      blockers: null,
      tomorrow_plan: 'Line one\nline "two"\t\\',
      project_id,
      task_details: projects.map(project => ({ description: `☕ ${date}`, hours: 90, project_id: project })),
    }
    const report = await submitReport(ctx, person, input)
    const sameDay = { ...ctx, clock: { now: () => new Date(`${date}T12:00:00.000Z`) } }
    await editReport(sameDay, person, report.id, { ...input, blockers: 'None' })
    const [top] = await addComment(ctx, ada, report.id, { comment: 'Well done', parent_id: null })
    await addComment(ctx, person, report.id, { comment: 'Thanks', parent_id: top?.id ?? null })
  }
  const assigned_to = staff[0]?.id ?? 0
  await createTask(ctx, ada, { title: date, description: null, project_id, assigned_to, expected_hours: 15 })
  await addUrl(ctx, ada, project_id, { url_type: 'docs', url: `https://example.com/${date}` })
  const kept = await addFile(ctx, ada, project_id, { name: `${date}.txt`, content: contentOf(date) })
  const gone = await addFile(ctx, ada, project_id, { name: 'gone.txt', content: contentOf('gone') })
  await deleteFile(ctx, ada, gone.id)
  // An admin deletes every third file.
  if (kept.id % 3 === 0) await deleteFile(ctx, ada, kept.id)
}

const textOf = (name: string) => `${name}\n`.repeat(500)
const contentOf = (name: string) => Readable.from([Buffer.from(textOf(name))])

/** Every row of every table that a backup contains, or of the given tables and columns, sorted. */
export async function contentsOf(
  db: Db,
  tables?: Awaited<ReturnType<typeof listTables>>,
): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {}
  for (const { name, columns } of tables ?? (await listTables(db))) {
    if (excludedTables.includes(name)) continue
    const rows = await db
      .selectFrom(name as 'users')
      .select(columns as 'id'[])
      .execute()
    const sorted = [...columns].sort()
    contents[name] = rows
      // These values belong to the installation, and a restore sets them again.
      .filter(row => !('name' in row && [outgoingPauseName, outgoingResumedName].includes(String(row.name))))
      // A restore records itself in what it restored.
      .filter(row => !('kind' in row && row.kind === 'backup.restored'))
      .map(row =>
        JSON.stringify(sorted.map(column => comparable(column, (row as Record<string, unknown>)[column]))),
      )
      .sort()
  }
  return contents
}

/** The databases write the JSON of kept shares with and without blanks. */
const comparable = (column: string, value: unknown) =>
  column === 'shares' && typeof value === 'string' ? JSON.stringify(JSON.parse(value)) : value

/** Fails unless the store has the complete file of every row; returns how many there are. */
export async function expectFilesWhole(ctx: Context): Promise<number> {
  const rows = await ctx.db.selectFrom('project_files').selectAll().execute()
  for (const { file_name, file_size, storage_name } of rows) {
    const content = await ctx.storage.read(storage_name)
    if (!content) throw new Error(`${file_name} is missing`)
    const got = await buffer(content)
    expect(got.length).toBe(file_size)
    const name = file_name.replace('.txt', '')
    const sum = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
    expect(sum(got)).toBe(sum(textOf(name)))
  }
  return rows.length
}

/** Fails unless the stored counts equal a recount: they are written together with what they count. */
export async function expectOneInstant(db: Db): Promise<void> {
  const before = await contentsOf(db)
  await recount(db)
  expect(await contentsOf(db)).toEqual(before)
}

/**
 * Makes a backup while users write, restores it elsewhere and compares the two row by row. Rows that were not changed
 * since must be equal, and no write may be there in part.
 */
export async function drillUnderLoad(from: Place, to: Place): Promise<void> {
  const source = await open(from)
  onTestFinished(() => source.db.destroy())
  const team = await fillTeam(source)
  const before = await source.db.selectFrom('reports').select('id').execute()

  let isOver = false
  let daysDuring = 0
  const writing = (async () => {
    for (let day = 0; !isOver; day++) {
      await writeDay(source, team, addDays('2024-06-01', day))
      daysDuring = day + 1
    }
  })()
  const started = () => daysDuring > 0
  await expect.poll(started, { timeout: 30_000, interval: 5 }).toBe(true)
  const file = join(scratchFolder(), 'drill.tar.gz')
  const daysBefore = daysDuring
  try {
    await backUp(from, file)
    // The writes continued during the backup.
    await expect.poll(() => daysDuring > daysBefore + 1, { timeout: 30_000, interval: 5 }).toBe(true)
  } finally {
    isOver = true
    await writing
  }
  await restore(to, file)

  const target = await open(to)
  onTestFinished(() => target.db.destroy())
  await expectOneInstant(target.db)
  expect(await expectFilesWhole(target)).toBeGreaterThan(5)

  const [was, is] = [await contentsOf(source.db), await contentsOf(target.db)]
  // Rows of these tables never change after their day. The last day may be incomplete, but each of its rows is complete.
  for (const table of [
    'users',
    'projects',
    'project_members',
    'comments',
    'tasks',
    'project_urls',
    'shared_values',
  ]) {
    expect(
      is[table]?.filter(row => !was[table]?.includes(row)),
      table,
    ).toEqual([])
  }
  const reports = await target.db.selectFrom('reports').select(['id', 'date']).orderBy('id').execute()
  expect(reports.length).toBeGreaterThanOrEqual(before.length)
  expect(reports.length).toBeLessThan((was.reports ?? []).length)
  // The backup has every report up to one moment and none after it.
  const sourceIds = (await source.db.selectFrom('reports').select('id').orderBy('id').execute()).map(
    row => row.id,
  )
  expect(reports.map(row => row.id)).toEqual(sourceIds.slice(0, reports.length))
  const sameReports = new Set(reports.slice(0, -1).map(row => row.id))
  for (const table of ['reports', 'report_rows'] as const) {
    const column = table === 'reports' ? 'id' : 'report_id'
    const rowsOf = async (db: Db) =>
      JSON.stringify(
        (
          await db
            .selectFrom(table as 'report_rows')
            .selectAll()
            .orderBy('id')
            .execute()
        ).filter(row => sameReports.has((row as unknown as Record<string, number>)[column] ?? 0)),
      )
    expect(JSON.parse(await rowsOf(target.db))).toEqual(JSON.parse(await rowsOf(source.db)))
  }

  // The restored copy takes new writes and gives out no id twice.
  const highest = async (db: Db) =>
    (
      await db
        .selectFrom('tasks')
        .select(eb => eb.fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
    ).id
  const known = await highest(target.db)
  await writeDay(target, team, '2025-03-01')
  expect(await highest(target.db)).toBeGreaterThan(known)
}
