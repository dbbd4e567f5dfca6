import { migratedTables, migrations } from '../db/migrate.ts'
import type { Migration } from '../db/migration.ts'
import { writtenBy } from '../db/schema-version.ts'
import type { Table } from '../db/tables.ts'
import { excludedTables, type Manifest } from './archive-format.ts'
import { type ArchiveVisitor, readArchive } from './archive-reader.ts'
import { BackupError } from './backup-error.ts'
import type { Progress } from './progress.ts'

/**
 * Reads the whole archive and throws a BackupError unless this version can restore it. `verify` and `restore` both use
 * it, so an archive that `verify` calls complete is accepted by `restore`.
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

/** False for tables that are never restored. An earlier version that didn't know them can have archived them. */
export const isRestored = ({ name }: Pick<Table, 'name'>) => !excludedTables.includes(name)

function refuseUnknownMigrations(manifest: Manifest) {
  const unknown = manifest.migrations.filter(name => !migrations.some(known => known.name === name))
  if (unknown.length === 0) return
  // Without `schema_version` this is the program that made the archive, which can be older than the database.
  const writer = manifest.schema_version ?? manifest.version
  throw new BackupError(
    `The database of this archive was written by ${writtenBy(writer)}. It has migrations that this version doesn't know: ${unknown.join(', ')}. ` +
      'Nothing was changed. Restore it with the newer version.',
  )
}

async function refuseUnknownTables(manifest: Manifest) {
  const signaturesOf = (tables: Table[]) =>
    tables
      .filter(isRestored)
      .map(({ name, columns }) => `${name} (${[...columns].sort().join(', ')})`)
      .sort()
  const known = signaturesOf(await migratedTables(migrationsOf(manifest)))
  const unknown = signaturesOf(manifest.tables).filter(table => !known.includes(table))
  if (unknown.length === 0) return
  throw new BackupError(
    `This archive contains tables that this version can't restore: ${unknown.join('; ')}. Nothing was changed.`,
  )
}
