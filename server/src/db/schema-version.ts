import { programVersion } from '../lib/program-version.ts'
import type { Db } from './schema.ts'
import { listTables } from './tables.ts'

// Which version used this database last. A program that is too old for it, and an archive that such a program made, can
// then name the version that is needed.

const name = 'schema_version'

/** For a program that has brought the tables up to date. */
export async function recordVersion(db: Db): Promise<void> {
  const value = programVersion()
  if ((await readValue(db)) === value) return
  await db
    .insertInto('shared_values')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Undefined if no version has recorded it yet. */
export async function schemaVersion(db: Db): Promise<string | undefined> {
  return (await hasTable(db, 'shared_values')) ? readValue(db) : undefined
}

export const hasTable = async (db: Db, table: string) =>
  (await listTables(db)).some(({ name }) => name === table)

async function readValue(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('shared_values').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}
