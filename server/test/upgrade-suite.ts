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

  test('titles written before there was an index of them are found by it', async () => {
    const db = await databaseOf('0005-tasks')
    await migrate(db)
    const found = await db.selectFrom('tasks').select('id').where(titleContains(db, 'überblick')).execute()
    expect(found.length).toBe(3)
  })
}
