import { connectWith } from '../db/connect.ts'
import { groupCommit } from '../db/group-commit.ts'
import { migrateWithin, migrations } from '../db/migrate.ts'
import type { Migration } from '../db/migration.ts'
import { sqliteDialect } from '../db/sqlite.ts'
import { listTables, type Table } from '../db/tables.ts'
import { programVersion } from '../lib/program-version.ts'
import { type Manifest, passingTables } from './archive-format.ts'
import { type ArchiveVisitor, readArchive } from './archive-reader.ts'
import { BackupError } from './backup-error.ts'
import type { Progress } from './progress.ts'

/**
 * Reads the whole archive and throws a BackupError unless this version can restore it. `verify` and `restore` both ask
 * here, so an archive that `verify` calls complete is one that `restore` takes.
 */
export async function checkArchive(file: string, progress: Progress, visitor?: ArchiveVisitor) {
  const read = await readArchive(file, progress, visitor)
  refuseUnknownMigrations(read.manifest)
  await refuseUnknownTables(read.manifest)
  return read
}

/** The migrations that had run on the database of an archive, in their order. */
export const migrationsOf = (manifest: Manifest): Migration[] =>
  migrations.filter(({ name }) => manifest.migrations.includes(name))

/** An earlier version may not have known that a newer one's table is left out, and archived it. */
export const isRestored = ({ name }: Pick<Table, 'name'>) => !passingTables.includes(name)

function refuseUnknownMigrations(manifest: Manifest) {
  const unknown = manifest.migrations.filter(name => !migrations.some(known => known.name === name))
  if (unknown.length === 0) return
  // Without it, an older version may have made the archive of the newer one's database: its number would mislead.
  const version = manifest.schema_version ?? manifest.version
  const named = version === programVersion() ? '' : `${version}; `
  throw new BackupError(
    `This archive was written by a newer version of the program (${named}it has ${unknown.join(', ')}). ` +
      `Nothing was changed. Restore it with ${named ? 'that version or a later one' : `a version after ${programVersion()}`}.`,
  )
}

async function refuseUnknownTables(manifest: Manifest) {
  const spelled = (tables: Table[]) =>
    tables
      .filter(isRestored)
      .map(({ name, columns }) => `${name} (${[...columns].sort().join(', ')})`)
      .sort()
  const known = spelled(await tablesAfter(migrationsOf(manifest)))
  const unknown = spelled(manifest.tables).filter(table => !known.includes(table))
  if (unknown.length === 0) return
  throw new BackupError(
    `This archive contains tables that this version can't restore: ${unknown.join('; ')}. Nothing was changed.`,
  )
}

/** Both engines have the same tables, so a database in memory can tell before the one to be replaced is touched. */
async function tablesAfter(some: Migration[]): Promise<Table[]> {
  const db = connectWith(sqliteDialect(':memory:'))
  try {
    return await groupCommit(db, async trx => {
      await migrateWithin(trx, some)
      return listTables(trx)
    })
  } finally {
    await db.destroy()
  }
}
