import { existsSync, rmSync } from 'node:fs'
import { link, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { syncToDisk } from '../lib/disk.ts'
import { connect, connectWith, sqliteFile } from './connect.ts'
import { isDatabaseUnavailable, isUnreadable, withDiskFull } from './errors.ts'
import { claimExclusiveLock } from './instance-lock.ts'
import { lockMigrations } from './migrate.ts'
import { refuseOtherTables } from './other-tables.ts'
import type { Trx } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'
import { listTables } from './tables.ts'

/** A database that no other process can use until the lock is released. */
export type ExclusiveLock = {
  /** `unreadable` means that there is a file, but not a database that could be backed up. */
  state: 'empty' | 'readable' | 'unreadable'
  /** The value of this name in `shared_values` before the replacement. */
  sharedValue(name: string): Promise<string | undefined>
  /** False if a server has created the database, but it was never set up. */
  hasAccounts(): Promise<boolean>
  /** Replaces the whole content, or keeps all of the old if it fails. */
  replace(fill: (trx: Trx) => Promise<void>): Promise<void>
  /** Renames an unreadable database, so that it stays beside the new one, and returns its path. */
  keepAside(suffix: string): Promise<string>
}

export class DatabaseInUseError extends Error {
  constructor() {
    super(
      'A server or another command is using this database. Nothing was changed. Stop every server, then try again.',
    )
    this.name = 'DatabaseInUseError'
  }
}

/** Refuses while a server runs. A server that is started meanwhile waits until the work is done. */
export function withExclusiveLock(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  work: (database: ExclusiveLock) => Promise<void>,
): Promise<void> {
  return config.databaseUrl ? lockPostgres(config, work) : lockSqlite(sqliteFile(config), work)
}

/** The whole replacement is one transaction: PostgreSQL can create and drop tables in it. */
async function lockPostgres(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  work: (database: ExclusiveLock) => Promise<void>,
) {
  const db = connect(config, { withoutQueryTimeout: true })
  try {
    await db.transaction().execute(async trx => {
      await lockMigrations(trx)
      if (!(await claimExclusiveLock(trx))) throw new DatabaseInUseError()
      const found = await listTables(trx)
      refuseOtherTables(found, 'DATABASE_URL')
      const tables = found.map(({ name }) => name)
      await work({
        state: tables.length > 0 ? 'readable' : 'empty',
        sharedValue: name => sharedValueIn(trx, tables, name),
        hasAccounts: async () =>
          tables.includes('users') &&
          (await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined,
        async replace(fill) {
          if (tables.length > 0)
            await sql`drop table ${sql.join(tables.map(name => sql.table(name)))} cascade`.execute(trx)
          await fill(trx)
        },
        keepAside: () => Promise.reject(new Error('there is nothing to keep aside')),
      })
    })
  } finally {
    await db.destroy()
  }
}

/** Not zero: that is the default, so SQLite would write nothing to the file. */
const placeholderId = 1

/** The new file is made beside the old one and takes its place in one step. */
async function lockSqlite(file: string, work: (database: ExclusiveLock) => Promise<void>) {
  await mkdir(dirname(file), { recursive: true })
  const { state, release } = holdSqlite(file)
  let isReplaced = false
  try {
    await work({
      state,
      sharedValue: name =>
        state === 'readable' ? sharedValueInFile(file, name) : Promise.resolve(undefined),
      hasAccounts: async () =>
        state === 'readable' && rowInFile(file, 'select id from users limit 1') !== undefined,
      async replace(fill) {
        const folder = await mkdtemp(join(dirname(file), '.restoring-'))
        try {
          const growing = join(folder, 'new.db')
          await fillSqlite(growing, fill)
          // SQLite would apply a log of the old file to the new one. While the lock is held the log is empty, so it can go.
          for (const suffix of ['-wal', '-shm']) await rm(file + suffix, { force: true })
          await rename(growing, file)
          isReplaced = true
          await syncToDisk(dirname(file))
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
      },
      async keepAside(suffix) {
        const aside = `${file}.${suffix}`
        await link(file, aside)
        if (existsSync(`${file}-wal`)) await link(`${file}-wal`, `${aside}-wal`)
        return aside
      },
    })
  } finally {
    release(isReplaced)
  }
}

/**
 * Only the last connection can turn off the write-ahead log; the lock taken afterwards blocks writers and other restores.
 * If there is no file yet, an empty one is created and locked, so that a server that is started meanwhile waits.
 */
function holdSqlite(file: string): { state: ExclusiveLock['state']; release(isReplaced: boolean): void } {
  const isMade = !existsSync(file)
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('pragma journal_mode = delete')
    // The file needs at least one page: SQLite doesn't notice that a file without pages was replaced.
    if (isMade) database.exec(`pragma application_id = ${placeholderId}`)
    database.exec('begin immediate')
    const row = database.prepare('select count(*) as tables from sqlite_schema').get()
    // Another process was faster and has switched back to WAL, which doesn't lock readers out.
    if (database.prepare('pragma journal_mode').get()?.journal_mode !== 'delete')
      throw new DatabaseInUseError()
    const state = row?.tables === 0 ? 'empty' : 'readable'
    return {
      state,
      release(isReplaced) {
        if (isMade && state === 'empty' && !isReplaced) rmSync(file, { force: true })
        database.close()
      },
    }
  } catch (error) {
    database.close()
    if (isDatabaseUnavailable(error)) throw new DatabaseInUseError()
    if (isUnreadable(error)) return { state: 'unreadable', release() {} }
    throw withDiskFull(error, dirname(file))
  }
}

/** Whether any other connection to the file is open, even that of an idle server. */
export function isSqliteInUse(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // Only the last connection can turn off the write-ahead log. The next one to open the file turns it on again.
    database.exec('pragma journal_mode = delete')
    return false
  } catch (error) {
    if (isDatabaseUnavailable(error)) return true
    throw withDiskFull(error, dirname(file))
  } finally {
    database.close()
  }
}

async function sharedValueIn(trx: Trx, tables: string[], name: string): Promise<string | undefined> {
  if (!tables.includes('shared_values')) return undefined
  const row = await trx
    .selectFrom('shared_values')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

/** The caller holds the exclusive lock, so a plain read is enough. */
async function sharedValueInFile(file: string, name: string): Promise<string | undefined> {
  return rowInFile(file, 'select value from shared_values where name = ?', name)?.value as string | undefined
}

function rowInFile(file: string, query: string, ...values: string[]) {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database.prepare(query).get(...values)
  } catch (error) {
    if (/no such table/.test((error as Error).message)) return undefined
    throw withDiskFull(error, dirname(file))
  } finally {
    database.close()
  }
}

async function fillSqlite(file: string, fill: (trx: Trx) => Promise<void>) {
  const db = connectWith(sqliteDialect(file))
  try {
    // An incomplete file is useless after a power cut, so only the finished one is synced below.
    await sql`pragma synchronous = off`.execute(db)
    await sql`pragma foreign_keys = off`.execute(db)
    await db.transaction().execute(fill)
    await sql`pragma journal_mode = delete`.execute(db)
  } finally {
    await db.destroy()
  }
  await syncToDisk(file)
}
