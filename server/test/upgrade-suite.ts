import { describe, expect, onTestFinished, test } from 'vitest'
import { titleContains } from '../src/db/engine.ts'
import { migrate, migrations } from '../src/db/migrate.ts'
import { recount } from '../src/db/recount.ts'
import type { Db } from '../src/db/schema.ts'
import { countRows, listTables } from '../src/db/tables.ts'
import { findSignedIn } from '../src/features/auth/auth.queries.ts'
import { storedIdOf } from '../src/features/auth/tokens.ts'
import { contentsOf } from './backup-drill.ts'
import { liveThrough } from './earlier-data.ts'
import { keptCounts } from './kept-counts.ts'
import { createTestDatabase } from './test-database.ts'

/** From every schema there ever was to the newest one, on one engine. */
export function testUpgrades(engine: 'sqlite' | 'postgres') {
  const newest = migrations.at(-1)?.name ?? ''

  async function databaseOf(version: string, look?: (db: Db) => Promise<void>) {
    const database = await createTestDatabase(engine)
    const db = database.open()
    onTestFinished(async () => {
      await db.destroy()
      await database.remove()
    })
    await liveThrough(db, version, look)
    return db
  }

  /** Computed from the others: right if a recount finds the same, whatever they were called. */
  const counts = [
    'report_days',
    'report_people',
    'report_projects',
    'project_people',
    'period_counts',
    'day_counts',
  ]

  describe.each(migrations.map(({ name }) => name))('a database of %s', version => {
    test('comes to the newest schema with every row it had, and its counts are right', async () => {
      const db = await databaseOf(version)
      const tables = (await listTables(db)).filter(({ name }) => !counts.includes(name))
      const before = await contentsOf(db, tables)
      const later = migrations.slice(migrations.findIndex(({ name }) => name === version) + 1)
      expect(await migrate(db)).toEqual(later.map(({ name }) => name))

      // In the columns they had: a later version adds some.
      const kept = await contentsOf(db, tables)
      for (const [table, rows] of Object.entries(before)) {
        expect(
          kept[table]?.filter(row => rows.includes(row)),
          table,
        ).toEqual(rows)
      }
      const after = await contentsOf(db)
      await recount(db)
      expect(await contentsOf(db)).toEqual(after)
      expect(await migrate(db)).toEqual([])
    })
  })

  test('every table has a row in it somewhere on the way: a new one needs its own in earlier-data.ts', async () => {
    const seen = new Set<string>()
    const db = await databaseOf(newest, async db => {
      for (const table of await listTables(db))
        if ((await countRows(db, table.name)) > 0) seen.add(table.name)
    })
    const tables = (await listTables(db)).map(({ name }) => name)
    expect(tables.filter(name => !seen.has(name))).toEqual([])
  })

  test('a sign-in opened before ids were hashed goes on, under the hash of its id', async () => {
    const db = await databaseOf('0008-task-search')
    await migrate(db)
    expect(await findSignedIn(db, storedIdOf('sign-in'))).toMatchObject({ id: 1, name: 'Ada' })
    expect(await findSignedIn(db, 'sign-in')).toBeUndefined()
  })

  test("the latest report of each user opens its blocker, if it is at most 14 days old in the organization's zone", async () => {
    const before = migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === '0028-blockers'),
    )
    const db = await databaseOf(before.at(-1)?.name ?? '')
    let id = 100
    const reported = async (user_id: number, date: string, blockers: string | null) => {
      const created_at = `${date}T16:00:00.000Z`
      await db
        .insertInto('reports')
        .values({ id: ++id, user_id, date, tasks: 'Work', minutes: 60, blockers, project_id: 2, created_at })
        .execute()
    }
    for (const id of [11, 12, 13, 14, 15])
      await db
        .insertInto('users')
        .values({
          id,
          name: `User ${id}`,
          email: `${id}@example.com`,
          role: 'developer',
          created_at: '',
          deleted_at: id === 15 ? '2026-02-20T00:00:00.000Z' : null,
        })
        .execute()
    // It is the 10th in Berlin already.
    const clock = { now: () => new Date('2026-03-09T23:30:00.000Z') }
    await reported(11, '2026-02-24', 'Older than another')
    await reported(11, '2026-02-25', 'Waiting for the design')
    await reported(12, '2026-02-24', 'On the first day that counts')
    await reported(13, '2026-02-23', 'A day too old')
    await reported(14, '2026-03-05', 'Not in the latest')
    await reported(14, '2026-03-06', 'None.')
    await reported(15, '2026-03-06', 'Of a deleted account')
    await migrate(db, migrations, clock)
    const opened = await db
      .selectFrom('blockers')
      .select(['user_id', 'project_id', 'text', 'opened_on', 'created_at', 'resolved_at'])
      .where('user_id', '>', 10)
      .orderBy('user_id')
      .execute()
    expect(opened).toEqual(
      [
        { user_id: 11, text: 'Waiting for the design', opened_on: '2026-02-25' },
        { user_id: 12, text: 'On the first day that counts', opened_on: '2026-02-24' },
      ].map(row => ({
        ...row,
        project_id: 2,
        created_at: `${row.opened_on}T16:00:00.000Z`,
        resolved_at: null,
      })),
    )
    const after = await keptCounts(db)
    await recount(db)
    expect(after.day_counts?.filter(row => 'subject' in row && row.subject === 7)).toEqual(
      (await keptCounts(db)).day_counts?.filter(row => 'subject' in row && row.subject === 7),
    )
  })

  test('reports from before there were reviews are reviewed, without a reviewer and a time', async () => {
    const db = await databaseOf('0025-calendar-index')
    await migrate(db)
    const reports = await db
      .selectFrom('reports')
      .select(['review_state', 'reviewed_by', 'reviewed_at', 'review_comment_id', 'revision'])
      .execute()
    expect(reports).toHaveLength(3)
    for (const report of reports) {
      expect(report).toEqual({
        review_state: 'reviewed',
        reviewed_by: null,
        reviewed_at: null,
        review_comment_id: null,
        revision: 1,
      })
    }
    const left = await db.selectFrom('day_counts').select(['unreviewed', 'needs_changes']).execute()
    for (const counts of left) expect(counts).toEqual({ unreviewed: 0, needs_changes: 0 })
  })

  test('titles written before there was an index of them are found by it', async () => {
    const db = await databaseOf('0005-tasks')
    await migrate(db)
    const found = await db.selectFrom('tasks').select('id').where(titleContains(db, 'überblick')).execute()
    expect(found.length).toBe(3)
  })
}
