import { existsSync, statSync } from 'node:fs'
import type { Config } from '../config.ts'
import { connect, sqliteFile } from './connect.ts'
import { listTables } from './tables.ts'

/** Whether a start would make the database. Looks without making or changing anything. */
export async function isNewDatabase(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<boolean> {
  if (!config.databaseUrl) {
    const file = sqliteFile(config)
    // Rows may be in the log alone. An empty file is what a full disk or a failed copy leaves.
    return [file, `${file}-wal`].every(path => !existsSync(path) || statSync(path).size === 0)
  }
  const db = connect(config, { patient: true })
  try {
    return !(await listTables(db)).some(({ name }) => name === 'schema_migrations')
  } finally {
    await db.destroy()
  }
}
