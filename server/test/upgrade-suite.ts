import { describe, expect, onTestFinished, test } from 'vitest'
import { titleContains } from '../src/db/engine.ts'
import { migrate, migrations } from '../src/db/migrate.ts'
import { recount } from '../src/db/recount.ts'
import type { Db } from '../src/db/schema.ts'
import { findSearchKeys, searchWithin } from '../src/db/search-index.ts'
import { idOfKey, type SearchTable, searchTables } from '../src/db/search-query.ts'
import { countRows, listTables } from '../src/db/tables.ts'
import { buildIndex, isIndexBuilt } from '../src/features/search/build-index.service.ts'
import { findSignedIn } from '../src/identity/sign-ins.queries.ts'
import { hashSignInId } from '../src/identity/tokens.ts'
import { contentsOf } from './backup-drill.ts'
import { migrateWithRows } from './earlier-data.ts'
import { keptCounts } from './kept-counts.ts'
import { expectRightIndex } from './search-index.ts'
import { createTestDatabase } from './test-database.ts'

/** Migrates every earlier schema to the newest one, on one engine. */
export function testUpgrades(engine: 'sqlite' | 'postgres') {
  const newest = migrations.at(-1)?.name ?? ''

  async function databaseOf(version: string, look?: (db: Db) => Promise<void>) {
    const database = await createTestDatabase(engine)
    const db = database.open()
    onTestFinished(async () => {
      await db.destroy()
      await database.remove()
    })
    await migrateWithRows(db, version, look)
    return db
  }

  /** Tables that are computed from others and are right if they equal a recount. */
  const counts = [
    'report_days',
    'report_people',
    'report_projects',
    'project_people',
    'report_authors',
    'report_months',
    'period_counts',
    'day_counts',
  ]

  /** Rows that last for minutes, and don't outlive a change of their table. */
  const shortLived = ['waiting_sign_ons']

  const versions = migrations.map(({ name }) => name)
  // A migration takes ten times as long on PostgreSQL, so there only a few schemas are migrated in one go.
  const starts = versions.filter((_, index) => engine === 'sqlite' || index % 9 === 0)

  async function readRows(db: Db) {
    const tables = (await listTables(db)).filter(({ name }) => ![...counts, ...shortLived].includes(name))
    return { tables, contents: await contentsOf(db, tables) }
  }

  /** The rows in the columns they had, because later versions add columns. */
  async function expectKept(
    db: Db,
    { tables, contents }: Awaited<ReturnType<typeof readRows>>,
    version = '',
  ) {
    const kept = await contentsOf(db, tables)
    for (const [table, rows] of Object.entries(contents)) {
      expect(
        kept[table]?.filter(row => rows.includes(row)),
        `${table} ${version}`,
      ).toEqual(rows)
    }
  }

  async function expectRightCounts(db: Db) {
    const after = await contentsOf(db)
    await recount(db)
    expect(await contentsOf(db)).toEqual(after)
  }

  describe.each(starts)('a database of %s', version => {
    test('is migrated to the newest schema with every row, and its counts are right', async () => {
      const db = await databaseOf(version)
      const before = await readRows(db)
      expect(await migrate(db)).toEqual(versions.slice(versions.indexOf(version) + 1))
      await expectKept(db, before)
      await expectRightCounts(db)
      expect(await migrate(db)).toEqual([])
    })
  })

  test('a database that was used in every version has every row, and its counts are right', async () => {
    const seen = new Set<string>()
    const before: Awaited<ReturnType<typeof readRows>>[] = []
    const db = await databaseOf(newest, async db => {
      before.push(await readRows(db))
      for (const table of await listTables(db))
        if ((await countRows(db, table.name)) > 0) seen.add(table.name)
    })
    for (const [index, had] of before.entries()) await expectKept(db, had, `of ${versions[index]}`)
    await expectRightCounts(db)
    // Only PostgreSQL lists the search indexes, which a job fills from other tables.
    const known = [...seen, ...searchTables]
    const tables = (await listTables(db)).map(({ name }) => name)
    const withoutRow = tables.filter(name => !known.includes(name))
    expect(withoutRow, 'a new table needs rows of its own in earlier-data.ts').toEqual([])
  })

  test('a sign-in opened before ids were hashed stays valid, under the hash of its id', async () => {
    const db = await databaseOf('0008-task-search')
    await migrate(db)
    expect(await findSignedIn(db, hashSignInId('sign-in'))).toMatchObject({ id: 1, name: 'Ada' })
    expect(await findSignedIn(db, 'sign-in')).toBeUndefined()
  })

  test("the latest report of each user opens its blocker if it is at most 14 days old in the organization's zone", async () => {
    const db = await databaseOf(versions[versions.indexOf('0028-blockers') - 1] ?? '')
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
    // In Berlin it is already the 10th.
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

  test('reports written before reviews existed are reviewed, without a reviewer and a time', async () => {
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

  test('users created before names had a key are in the order of their names', async () => {
    const db = await databaseOf('0035-counts-in-their-index')
    for (const [index, name] of ['ÄC', 'äb', 'ÄA'].entries())
      await db
        .insertInto('users')
        .values({
          id: 11 + index,
          name,
          email: `named-${index}@example.com`,
          role: 'designer',
          created_at: '',
        })
        .execute()
    await migrate(db)
    const users = await db
      .selectFrom('users')
      .select('name')
      .where('email', 'like', 'named-%')
      .orderBy('name_key')
      .execute()
    expect(users.map(({ name }) => name)).toEqual(['ÄA', 'äb', 'ÄC'])
  })

  test('texts written before the search index existed are found by it once it is built', async () => {
    const db = await databaseOf(versions[versions.indexOf('0043-search') - 1] ?? '')
    await migrate(db)
    expect(await isIndexBuilt(db)).toBe(false)
    await buildIndex(db)
    expect(await isIndexBuilt(db)).toBe(true)
    const find = (table: SearchTable, word: string) =>
      searchWithin(db, { ms: 60_000 }, reader =>
        findSearchKeys(reader, { table, all: [{ word, isBeginning: true }], oneOf: undefined, limit: 100 }),
      )
    expect((await find('search_names', 'uberblick')).map(idOfKey)).toEqual([4, 3, 2, 1])
    expect((await find('search_reports', 'line')).length).toBeGreaterThan(2)
    expect((await find('search_comments', 'done')).length).toBeGreaterThan(1)
    await expectRightIndex(db)
  })

  test('titles written before the index existed are found by it', async () => {
    const db = await databaseOf('0005-tasks')
    await migrate(db)
    const found = await db.selectFrom('tasks').select('id').where(titleContains(db, 'überblick')).execute()
    expect(found.length).toBe(3)
  })
}
