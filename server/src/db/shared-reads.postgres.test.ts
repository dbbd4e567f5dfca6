import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/test-database.ts'
import { compileOnce } from './compile-once.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'
import type { Db } from './schema.ts'

const database = await createTestDatabase('postgres')
// Some queries wait on purpose, so they need a connection without a query timeout.
const db = connect({ dataDir: '', databaseUrl: database.address?.databaseUrl }, { withoutQueryTimeout: true })
await migrate(db)
afterAll(async () => {
  await db.destroy()
  await database.remove()
})

const connectionOf = compileOnce(of => of.selectNoFrom(sql<number>`pg_backend_pid()`.as('pid')))
const divide = compileOnce((of, by: number) => of.selectNoFrom(sql<number>`2 / ${by}::int`.as('result')))
/** Waits until no other connection holds the lock. */
const waitForLock = compileOnce((of, lock: number) =>
  of.selectNoFrom(sql`pg_advisory_xact_lock(${lock}::bigint)`.as('nothing')),
)
const times = <T>(count: number, work: () => T) => Array.from({ length: count }, work)
const connectionsOf = async (reads: Promise<{ pid: number }[]>[]) =>
  new Set((await Promise.all(reads)).flat().map(row => row.pid)).size

test('reads issued in one event-loop tick go out on one connection, many of them on several', async () => {
  expect(await connectionsOf(times(20, () => connectionOf(db)))).toBe(1)
  expect(await connectionsOf(times(50, () => connectionOf(db)))).toBe(3)
})

test('a failed read does not affect those on the same connection, and its stack names the caller', async () => {
  const [before, failed, after] = await Promise.allSettled([1, 0, 2].map(by => divide(db, by)))
  expect(before).toMatchObject({ value: [{ result: 2 }] })
  expect(failed).toMatchObject({
    reason: { code: '22012', stack: expect.stringContaining('compile-once.ts') },
  })
  expect(after).toMatchObject({ value: [{ result: 1 }] })
})

test('a slow read does not delay later reads, whether compiled once or not', async () => {
  const lock = 4711
  const isWaiting = async () => {
    const { rows } = await sql`select 1 from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'advisory' and not granted`.execute(db)
    return rows.length === 1
  }
  const slow = await db.connection().execute(async holder => {
    await sql`select pg_advisory_lock(${lock}::bigint)`.execute(holder)
    const reading = waitForLock(db, lock)
    await expect.poll(isWaiting).toBe(true)
    await Promise.all(times(30, () => connectionOf(db)))
    expect(await isWaiting()).toBe(true)
    await sql`select pg_advisory_unlock(${lock}::bigint)`.execute(holder)
    return { reading }
  })
  await slow.reading
})

test('reads in a transaction, or after a setting, stay on its connection', async () => {
  const insert = (of: Db) => of.insertInto('shared_values').values({ name: 'seen', value: 'yes' }).execute()
  const find = compileOnce((of, name: string) =>
    of.selectFrom('shared_values').select('value').where('name', '=', name),
  )
  await db.transaction().execute(async trx => {
    await insert(trx)
    expect(await Promise.all([find(trx, 'seen'), find(db, 'seen')])).toEqual([[{ value: 'yes' }], []])
  })
  expect(await find(db, 'seen')).toEqual([{ value: 'yes' }])
  await db.connection().execute(async connection => {
    const name = () =>
      connection.selectNoFrom(sql`current_setting('application_name')`.as('name')).executeTakeFirst()
    expect(await name()).toEqual({ name: 'daily-report-app' })
    await sql`set application_name = 'by itself'`.execute(connection)
    expect(await name()).toEqual({ name: 'by itself' })
    await sql`reset application_name`.execute(connection)
  })
})

test('a transaction that has ended writes nothing', async () => {
  const insert = compileOnce((of, name: string) =>
    of.insertInto('shared_values').values({ name, value: 'late' }),
  )
  const escaped = await db.transaction().execute(async trx => {
    await insert(trx, 'in time')
    return trx
  })
  await expect(insert(escaped, 'too late')).rejects.toThrow('Transaction is already committed')
  const late = await db.selectFrom('shared_values').select('name').where('value', '=', 'late').execute()
  expect(late).toEqual([{ name: 'in time' }])
})

test('every connection is released, also after a failure', async () => {
  for (let round = 0; round < 15; round++) {
    await Promise.allSettled([
      divide(db, 0),
      sql`nonsense`.execute(db),
      db.transaction().execute(() => Promise.reject(new Error('on purpose'))),
    ])
  }
  await Promise.all(times(10, () => db.transaction().execute(trx => connectionOf(trx))))
})

test('a query that is compiled once may also write, and keeps no connection', async () => {
  const insert = compileOnce((of, name: string) =>
    of.insertInto('shared_values').values({ name, value: 'no' }).returning('name'),
  )
  for (let index = 0; index < 15; index++)
    expect(await insert(db, `${index}`)).toEqual([{ name: `${index}` }])
  await Promise.all(times(10, () => db.transaction().execute(trx => insert(trx, `${Math.random()}`))))
})
