import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Config } from '../config.ts'
import { connect, connectWith, sqliteFile } from './connect.ts'
import { withDiskFull } from './errors.ts'
import type { Db } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

/** The most pages that a file can have: a copy made in one step is consistent, however much is written meanwhile. */
const allPages = 0x7fff_ffff

/** Gives the work a consistent view of the whole database; writes continue meanwhile. */
export async function withSnapshot<T>(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  scratch: string,
  work: (snapshot: Db) => Promise<T>,
): Promise<T> {
  return config.databaseUrl ? inOneTransaction(config, work) : onCopy(sqliteFile(config), scratch, work)
}

async function inOneTransaction<T>(
  config: Parameters<typeof connect>[0],
  work: (snapshot: Db) => Promise<T>,
) {
  const db = connect(config, { withoutQueryTimeout: true })
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(trx => work(trx))
  } finally {
    await db.destroy()
  }
}

/** Uses SQLite's online backup, on a separate connection and off the main thread. */
async function onCopy<T>(file: string, scratch: string, work: (snapshot: Db) => Promise<T>): Promise<T> {
  // A private folder, deleted afterwards: the copy contains every user's data.
  const folder = await mkdtemp(join(scratch, 'snapshot-'))
  const copy = join(folder, 'snapshot.db')
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  let snapshot: Db | undefined
  try {
    await backup(source, copy, { rate: allPages }).catch(error => {
      throw withDiskFull(withDiskFull(error, dirname(file)), folder)
    })
    snapshot = connectWith(sqliteDialect(copy))
    return await work(snapshot)
  } finally {
    source.close()
    await snapshot?.destroy()
    await rm(folder, { recursive: true, force: true })
  }
}
