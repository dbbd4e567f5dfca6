import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { countUp } from '../../test/count-up.ts'
import { connect } from './connect.ts'
import { isDiskFull, isLocked } from './errors.ts'
import { migrate, migrations } from './migrate.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'daily-report-sqlite-'))
const config = { dataDir, databaseUrl: undefined }
const db = connect(config)
afterAll(async () => {
  await db.destroy()
  rmSync(dataDir, { recursive: true, force: true })
})

const child = (name: string, ...args: string[]) =>
  fork(new URL(`../../test/children/${name}`, import.meta.url), [dataDir, ...args])

test('WAL, full synchronisation and foreign keys are on', async () => {
  const pragma = async (name: string) =>
    Object.values((await sql<object>`${sql.raw(`pragma ${name}`)}`.execute(db)).rows[0] ?? {})[0]
  expect(await pragma('journal_mode')).toBe('wal')
  expect(await pragma('synchronous')).toBe(2)
  expect(await pragma('foreign_keys')).toBe(1)
})

test('SIGKILL in the middle of a migration: the next start completes it', async () => {
  const process = child('hang-in-migration.ts')
  await once(process, 'message')
  process.kill('SIGKILL')
  await once(process, 'exit')
  expect(await migrate(db)).toEqual(migrations.map(migration => migration.name))
  const tables = await sql<{
    name: string
  }>`select name from sqlite_master where name = 'unfinished'`.execute(db)
  expect(tables.rows).toEqual([])
})

test('two more processes that write the same file neither lose nor repeat a write', async () => {
  await db.deleteFrom('shared_values').execute()
  const writers = [child('count-up.ts', 'a', '200'), child('count-up.ts', 'b', '200')]
  const exits = writers.map(writer => once(writer, 'exit'))
  await countUp(db, 'main', 200)
  expect((await Promise.all(exits)).map(([code]) => code)).toEqual([0, 0])
  const rows = await db.selectFrom('shared_values').select('value').execute()
  // Each transaction read everything that was committed before it, so every count from 0 to 599 is there once.
  expect(rows.map(row => Number(row.value)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 600 }, (_, i) => i),
  )
})

test('a transaction on a full disk fails with that error, not with one about the rollback by SQLite', async () => {
  const full = mkdtempSync(join(tmpdir(), 'daily-report-full-'))
  const small = connect({ dataDir: full, databaseUrl: undefined })
  await migrate(small)
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(small)
  await sql`${sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`)}`.execute(small)
  const insert = (db: typeof small, name = 'large', value = 'x'.repeat(1_000_000)) =>
    db.insertInto('shared_values').values({ name, value }).execute()
  const error = await small
    .transaction()
    .execute(trx => Promise.all([insert(trx), insert(trx, 'small', 'x')]))
    .catch(reason => reason)
  expect(isDiskFull(error), error.message).toBe(true)
  // Nothing was written, not even by concurrent statements that would have fitted.
  const written = small.selectFrom('shared_values').select('name').where('name', 'in', ['large', 'small'])
  expect(await written.execute()).toEqual([])
  // The next transaction works.
  await sql`${sql.raw('pragma max_page_count = 1000000')}`.execute(small)
  await small.transaction().execute(trx => insert(trx))
  await small.destroy()
  rmSync(full, { recursive: true, force: true })
})

test('a single read continues while a transaction is open, and sees none of its changes before the commit', async () => {
  const names = async () =>
    (await db.selectFrom('shared_values').select('name').where('name', 'like', 'open-%').execute()).length
  await db.transaction().execute(async trx => {
    await trx.insertInto('shared_values').values({ name: 'open-1', value: '' }).execute()
    expect(await names()).toBe(0)
  })
  expect(await names()).toBe(1)
})

describe('while another process writes', () => {
  const put = (name: string) => db.insertInto('shared_values').values({ name, value: '' }).execute()
  const names = async () =>
    (await db.selectFrom('shared_values').select('name').where('name', 'like', 'held-%').execute()).length
  let other: DatabaseSync
  beforeEach(() => {
    other = new DatabaseSync(join(dataDir, 'daily-report.db'))
    other.exec('begin immediate')
  })
  afterEach(() => other.close())

  test('other requests are served, and the waiting one writes when it is done', async () => {
    const before = await names()
    let done = 0
    const waiting = [
      put('held-1').then(() => done++),
      db
        .transaction()
        .execute(
          async trx => void (await trx.deleteFrom('shared_values').where('name', '=', 'none').execute()),
        )
        .then(() => done++),
    ]
    for (let turn = 0; turn < 50; turn++) {
      await new Promise(resolve => setTimeout(resolve, 2))
      expect(await names()).toBe(before)
    }
    expect(done).toBe(0)
    other.exec('commit')
    await Promise.all(waiting)
    expect(await names()).toBe(before + 1)
  })

  test('a write that has waited too long is refused, those queued behind it as well, and the next one succeeds', async () => {
    const late = await Promise.allSettled([put('held-late'), put('held-later')])
    expect(late.map(each => each.status === 'rejected' && isLocked(each.reason))).toEqual([true, true])
    const before = await names()
    other.exec('rollback')
    await put('held-2')
    expect(await names()).toBe(before + 1)
  })
})

test('transactions and single writes run one after the other, also after one that failed', async () => {
  const order: string[] = []
  const put = (on: Pick<typeof db, 'insertInto'>, name: string) =>
    on
      .insertInto('shared_values')
      .values({ name: `turn-${name}`, value: '' })
      .execute()
  const failing = db.transaction().execute(async trx => {
    await put(trx, 'undone')
    await new Promise(setImmediate)
    order.push('failed')
    throw new Error('undone')
  })
  const single = put(db, 'single').then(() => order.push('single'))
  const whole = db.transaction().execute(async trx => {
    await put(trx, 'whole')
    order.push('whole')
  })
  await expect(failing).rejects.toThrow('undone')
  await Promise.all([single, whole])
  expect(order).toEqual(['failed', 'single', 'whole'])
  const rows = await db
    .selectFrom('shared_values')
    .select('name')
    .where('name', 'like', 'turn-%')
    .orderBy('name')
    .execute()
  expect(rows.map(row => row.name)).toEqual(['turn-single', 'turn-whole'])
})
