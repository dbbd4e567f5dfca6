import { programVersion } from '../lib/program-version.ts'
import type { Db } from './schema.ts'
import { listTables } from './tables.ts'

// Stores which version used this database last. A program that is too old for the database or for an archive of it can
// then name the version that is needed.

const name = 'schema_version'

/** Called after the migrations have run. */
export async function recordVersion(db: Db): Promise<void> {
  const value = programVersion()
  if ((await readValue(db)) === value) return
  await db
    .insertInto('shared_values')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** The version that used the database last; undefined if none was recorded yet. */
export async function schemaVersion(db: Db): Promise<string | undefined> {
  return (await hasTable(db, 'shared_values')) ? readValue(db) : undefined
}

export const hasTable = async (db: Db, table: string) =>
  (await listTables(db)).some(({ name }) => name === table)

async function readValue(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('shared_values').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}
