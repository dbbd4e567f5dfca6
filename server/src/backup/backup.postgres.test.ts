import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import {
  backUp,
  configOf,
  contentsAt,
  drillUnderLoad,
  fillTeam,
  open,
  type Place,
  restore,
  scratchFolder,
  writeDay,
} from '../../test/backup-drill.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { connect } from '../db/connect.ts'
import { holdInstanceLock } from '../db/instance-lock.ts'
import { isSearchTable } from '../db/search-query.ts'
import { listTables, readSequences, writeSequences } from '../db/tables.ts'
import { isOutgoingPaused } from '../jobs/outgoing-pause.ts'

const onSqlite = (): Place => ({ dataDir: join(scratchFolder(), 'data') })
async function onPostgres({ fromTemplate = false } = {}): Promise<Place> {
  const database = await createTestDatabase('postgres', { fromTemplate })
  onTestFinished(() => database.remove())
  return { dataDir: join(scratchFolder(), 'data'), databaseUrl: database.address?.databaseUrl }
}

/** A database with all tables, for tests that aren't about migrations. */
const onMigrated = () => onPostgres({ fromTemplate: true })

/** An installation with a team, and an archive of it. */
async function filled(place: Place) {
  const ctx = await open(place)
  const team = await fillTeam(ctx)
  await ctx.db.destroy()
  const archive = join(scratchFolder(), 'team.tar.gz')
  await backUp(place, archive)
  return { team, archive, contents: await contentsAt(place) }
}

test.each([
  ['SQLite to PostgreSQL', onSqlite, () => onPostgres()],
  ['PostgreSQL to SQLite', onMigrated, onSqlite],
  ['PostgreSQL to PostgreSQL', onMigrated, () => onPostgres()],
])('a team moves from %s row by row, and continues to work there', async (_name, from, to) => {
  const { team, archive, contents } = await filled(await from())
  const place = await to()
  await restore(place, archive)
  expect(await contentsAt(place)).toEqual(contents)
  const ctx = await open(place)
  onTestFinished(() => ctx.db.destroy())
  await writeDay(ctx, team, '2025-05-05')
})

test.each([
  ['SQLite to PostgreSQL', onSqlite, () => onPostgres()],
  ['PostgreSQL to SQLite', onMigrated, onSqlite],
])('a backup taken during concurrent writes is consistent, from %s', async (_name, from, to) => {
  await drillUnderLoad(await from(), await to())
})

test('mail waits after a restore into an empty database, and not over a team that uses it', async () => {
  const live = await onMigrated()
  const { archive } = await filled(live)
  const isPaused = async (place: Place) => {
    const ctx = await open(place)
    return isOutgoingPaused(ctx.db).finally(() => ctx.db.destroy())
  }
  for (const empty of [await onPostgres(), await onMigrated()]) {
    await restore(empty, archive)
    expect(await isPaused(empty)).toBe(true)
  }
  await restore(live, archive)
  expect(await isPaused(live)).toBe(false)
})

test('moving there and back again changes nothing', async () => {
  const home = onSqlite()
  const { archive, contents } = await filled(home)
  const away = await onPostgres()
  await restore(away, archive)
  const back = join(scratchFolder(), 'back.tar.gz')
  await backUp(away, back)
  await restore(home, back)
  expect(await contentsAt(home)).toEqual(contents)
})

test.each([
  ['SQLite', onSqlite],
  ['PostgreSQL', onMigrated],
])('the highest id of a table that is not there is left out, on %s', async (_name, newPlace) => {
  const ctx = await open(await newPlace())
  onTestFinished(() => ctx.db.destroy())
  await ctx.db.transaction().execute(trx => writeSequences(trx, { users: 41, gizmos: 7 }))
  expect(await readSequences(ctx.db)).toMatchObject({ users: 41 })
  expect(await readSequences(ctx.db)).not.toHaveProperty('gizmos')
})

test('a database on which a server runs is refused and not changed', async () => {
  const place = await onMigrated()
  const { archive, contents } = await filled(place)
  const instanceLock = await holdInstanceLock(configOf(place))
  await expect(restore(place, archive)).rejects.toThrow(/A server or another command is using this database/)
  await instanceLock.release()
  expect(await contentsAt(place)).toEqual(contents)
  const { restorePoint } = await restore(place, archive)
  expect(restorePoint).toContain('before-restore-')
  expect(await contentsAt(place)).toEqual(contents)
})

test("a database with another program's tables is refused and not changed", async () => {
  const { archive } = await filled(onSqlite())
  const place = await onPostgres()
  const db = connect({ ...place, databaseUrl: place.databaseUrl })
  onTestFinished(() => db.destroy())
  await sql`create table invoices (id int)`.execute(db)
  await expect(restore(place, archive)).rejects.toThrow(/has tables of another program \(invoices\)/)
  expect((await listTables(db)).map(({ name }) => name)).toEqual(['invoices'])
})

test('a restore killed in the middle leaves the old state', async () => {
  const place = await onMigrated()
  const { archive, contents } = await filled(place)
  const ctx = await open(place)
  await ctx.db.insertInto('shared_values').values({ name: 'lived_in', value: 'yes' }).execute()
  await ctx.db.destroy()
  const child = fork(new URL('../../test/children/restore.ts', import.meta.url), [
    JSON.stringify(place),
    archive,
  ])
  onTestFinished(() => void child.kill('SIGKILL'))
  // The tables are dropped and half filled by then, in a transaction that is never committed.
  await once(child, 'message')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const left = await contentsAt(place)
  expect(left.shared_values).toContainEqual(expect.stringContaining('lived_in'))
  expect({ ...left, shared_values: [] }).toEqual({ ...contents, shared_values: [] })
})

test('both engines have the same tables with the same columns, and nothing that a restore would leave behind', async () => {
  const tablesAt = async (place: Place) => {
    const ctx = await open(place)
    onTestFinished(() => ctx.db.destroy())
    const tables = await listTables(ctx.db)
    const compared = tables.filter(({ name }) => !isSearchTable(name))
    return {
      db: ctx.db,
      tables: compared.map(({ name, columns }) => ({ name, columns: [...columns].sort() })),
    }
  }
  const [sqlite, postgres] = [await tablesAt(onSqlite()), await tablesAt(await onMigrated())]
  expect(postgres.tables).toEqual(sqlite.tables)
  // Objects of extensions stay.
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc
    where pronamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all select viewname from pg_views where schemaname = current_schema()`.execute(postgres.db)
  // Each version defines the function of the record's triggers anew.
  expect(rows).toEqual([{ name: 'protect_record' }])
})
