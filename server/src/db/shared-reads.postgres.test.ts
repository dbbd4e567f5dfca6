import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/test-database.ts'
import { compileOnce } from './compile-once.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'
import type { Db } from './schema.ts'

const database = await createTestDatabase('postgres')
const db = connect({ dataDir: '', databaseUrl: database.address?.databaseUrl })
await migrate(db)
afterAll(async () => {
  await db.destroy()
  await database.remove()
})

const value = async <T>(of: Db, expression: ReturnType<typeof sql<T>>) =>
  (await of.selectNoFrom(expression.as('value')).executeTakeFirstOrThrow()).value
const connectionOf = (of: Db) => value(of, sql<number>`pg_backend_pid()`)
const times = <T>(count: number, work: () => T) => Array.from({ length: count }, work)

test('reads that are asked in one turn go out on one connection, many of them on several', async () => {
  expect(new Set(await Promise.all(times(20, () => connectionOf(db)))).size).toBe(1)
  expect(new Set(await Promise.all(times(50, () => connectionOf(db)))).size).toBe(3)
})

test('a read that fails leaves those beside it alone', async () => {
  const [before, failed, after] = await Promise.allSettled([
    value(db, sql<number>`1`),
    value(db, sql<number>`1 / ${0}::int`),
    value(db, sql<number>`2`),
  ])
  expect(before).toMatchObject({ value: 1 })
  expect(failed).toMatchObject({ reason: { code: '22012' } })
  expect(after).toMatchObject({ value: 2 })
})

test('a slow read holds up nobody who asks after it', async () => {
  let isSlowOneThere = false
  const slow = value(db, sql`pg_sleep(1)`).then(() => {
    isSlowOneThere = true
  })
  await sleep(50)
  await Promise.all(times(30, () => value(db, sql<number>`1`)))
  expect(isSlowOneThere).toBe(false)
  await slow
})

test('what is asked in a transaction, or after a setting, is asked there', async () => {
  const insert = (of: Db) => of.insertInto('shared_values').values({ name: 'seen', value: 'yes' }).execute()
  const find = (of: Db) => of.selectFrom('shared_values').select('value').where('name', '=', 'seen').execute()
  await db.transaction().execute(async trx => {
    await insert(trx)
    expect(await Promise.all([find(trx), find(db)])).toEqual([[{ value: 'yes' }], []])
  })
  expect(await find(db)).toEqual([{ value: 'yes' }])
  const name = sql<string>`current_setting('application_name')`
  await db.connection().execute(async connection => {
    await sql`set application_name = 'by itself'`.execute(connection)
    expect(await Promise.all([value(connection, name), value(db, name)])).toEqual([
      'by itself',
      'daily-report-app',
    ])
    await sql`reset application_name`.execute(connection)
  })
})

test('every connection comes back, also from what failed', async () => {
  for (let round = 0; round < 15; round++) {
    await Promise.allSettled([
      value(db, sql`1 / ${0}::int`),
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
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()`.execute(db)
  expect(rows.length).toBeLessThanOrEqual(10)
})
