import { programText } from '../lib/program-version.ts'
import type { Db } from './schema.ts'
import { listTables } from './tables.ts'

// Stores which version and commit wrote this database last. A program that is too old for the database or for an archive
// of it can then name the version that is needed. Both are one value, because several instances can write it.

const name = 'schema_version'

/** Called at each start, and by each migration in its transaction. */
export async function recordVersion(db: Db): Promise<void> {
  const value = programText
  if ((await readValue(db)) === value) return
  await db
    .insertInto('shared_values')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Such as "1.1.0 (9f8e7d6)"; without a commit if the writer didn't know its own, undefined if none was recorded yet. */
export async function schemaVersion(db: Db): Promise<string | undefined> {
  return (await hasTable(db, 'shared_values')) ? readValue(db) : undefined
}

/**
 * Who wrote something that this program doesn't know, and which program this is. An archive without git can have the version
 * of the program that it replaces, and no commit.
 */
export const writtenBy = (writer: string | undefined) =>
  `${writer === undefined || writer === programText ? 'a newer version' : writer}; this is ${programText}`

export const hasTable = async (db: Db, table: string) =>
  (await listTables(db)).some(({ name }) => name === table)

async function readValue(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('shared_values').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}
