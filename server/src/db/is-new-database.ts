import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { CommandError } from '../lib/command-error.ts'
import { connect, sqliteFile } from './connect.ts'
import { hasOurTables } from './other-tables.ts'
import { listTables } from './tables.ts'

/** Whether a start would create the database. The check itself creates and changes nothing. */
export async function isNewDatabase(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<boolean> {
  if (!config.databaseUrl) {
    const file = sqliteFile(config)
    // Rows can be in the write-ahead log only. A full disk or a failed copy leaves an empty file.
    return [file, `${file}-wal`].every(path => !existsSync(path) || statSync(path).size === 0)
  }
  const db = connect(config, { withoutQueryTimeout: true })
  try {
    return !hasOurTables(await listTables(db))
  } finally {
    await db.destroy()
  }
}

/** Called before anything is created: without it, a mistyped DATA_DIR becomes a new folder with an empty database. */
export async function requireData(
  config: Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 's3'>>,
): Promise<void> {
  const folder = resolve(config.dataDir)
  // With PostgreSQL, the folder holds only the uploaded files, unless they are in S3.
  if (config.databaseUrl && !config.s3 && !existsSync(folder))
    throw new CommandError(`DATA_DIR: there is no folder "${folder}". Nothing was changed.`)
  if (!(await isNewDatabase(config))) return
  throw new CommandError(
    config.databaseUrl
      ? 'DATABASE_URL: this database has no data of the app yet. Nothing was changed.'
      : `DATA_DIR: there is no database in "${folder}". Nothing was changed.`,
  )
}
