import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { isSqlite } from '../src/db/engine.ts'
import { migratedTables } from '../src/db/migrate.ts'
import { isSearchTable } from '../src/db/search-query.ts'
import { listTables, type Table } from '../src/db/tables.ts'
import { createReadiness } from '../src/http/readiness.ts'
import { startTestApp } from './start-test-app.ts'

const { ctx } = await startTestApp()

/** A separate readiness check with a clock that the test moves. */
function readiness() {
  let time = 0
  const { require } = createReadiness(ctx, () => time)
  return {
    later: (ms: number) => {
      time += ms
      return require()
    },
  }
}
const readyAt = async () =>
  (await ctx.db.selectFrom('shared_values').select('value').where('name', '=', 'ready_at').execute())[0]
    ?.value

test('probes share a check for one second, and a write for ten', async () => {
  const { later } = readiness()
  await later(0)
  expect(await readyAt()).toBeDefined()
  await ctx.db.deleteFrom('shared_values').where('name', '=', 'ready_at').execute()
  for (const ms of [500, 500, 2000, 6000]) await later(ms)
  expect(await readyAt()).toBeUndefined()
  await later(2000)
  expect(await readyAt()).toBeDefined()
})

test.each(['comments', 'known_devices', 'sign_in_failures', 'jobs'])(
  'a missing table is noticed, and so is its return: %s',
  async name => {
    const { later } = readiness()
    await later(0)
    await sql`alter table ${sql.table(name)} rename to lost_table`.execute(ctx.db)
    await expect(later(2000)).rejects.toThrow(messages.general.databaseFaulty)
    await sql`alter table lost_table rename to ${sql.table(name)}`.execute(ctx.db)
    await later(2000)
  },
)

test('a missing column is noticed, and so is its return', async () => {
  const { later } = readiness()
  await later(0)
  await sql`alter table known_devices rename column used_at to lost_column`.execute(ctx.db)
  await expect(later(2000)).rejects.toThrow(messages.general.databaseFaulty)
  await sql`alter table known_devices rename column lost_column to used_at`.execute(ctx.db)
  await later(2000)
})

test('the tables that have to be there are listed once', () => {
  const { prepare } = createReadiness(ctx)
  expect(prepare()).toBe(prepare())
})

test('all tables and columns of the database are checked', async () => {
  const sorted = (tables: Table[]) =>
    tables
      .filter(({ name }) => !isSearchTable(name))
      .map(({ name, columns }) => [name, [...columns].sort()])
      .sort()
  expect(sorted(await migratedTables())).toEqual(sorted(await listTables(ctx.db)))
})

test('a database that refuses writes is noticed at once after a failure, else within ten seconds', async () => {
  const { later } = readiness()
  await later(0)
  const table = sql`shared_values`
  const refuseWrites = isSqlite(ctx.db)
    ? [
        sql`create trigger no_changes before update on ${table} begin select raise(abort, 'read-only'); end`,
        sql`drop trigger no_changes`,
      ]
    : [
        sql`alter table ${table} add constraint no_changes check (name <> 'ready_at') not valid`,
        sql`alter table ${table} drop constraint no_changes`,
      ]
  await refuseWrites[0]?.execute(ctx.db)
  await later(2000)
  await expect(later(9000)).rejects.toThrow(messages.general.databaseFaulty)
  await expect(later(2000)).rejects.toThrow(messages.general.databaseFaulty)
  await refuseWrites[1]?.execute(ctx.db)
  await later(2000)
})
