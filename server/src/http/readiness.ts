import type { Context } from '../context.ts'
import { isDatabaseUnavailable, isDiskFull, isLocked } from '../db/errors.ts'
import { migratedTables } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import type { Table } from '../db/tables.ts'
import { fileFolder, freeBytes } from '../lib/disk.ts'
import { Refusal, refuse } from './refusals.ts'

/** All probes within this time share one check. Several probes may come every few seconds. */
const lookEveryMs = 1000
/** Each write is synced to the disk, so a ready server checks writing less often. */
const writeEveryMs = 10_000
/** With less free space than this, the database can't grow and uploads fail. */
const leastFreeBytes = 1024 * 1024

export type Readiness = {
  /** Lists the tables that have to be there. It takes about 100 ms of CPU, which the first probe would otherwise wait for. */
  prepare: () => Promise<unknown>
  /** Throws while requests would fail: a table or column that can't be read, a database that takes no changes, a full disk. */
  require: () => Promise<void>
}

export function createReadiness(ctx: Context, now = () => performance.now()): Readiness {
  let lookedAt = Number.NEGATIVE_INFINITY
  let wroteAt = Number.NEGATIVE_INFINITY
  let looking = Promise.resolve()
  let tables: Promise<Table[]> | undefined
  const prepare = () => (tables ??= migratedTables())

  async function look() {
    try {
      await readTables(ctx.db, await prepare())
      const since = now()
      if (since - wroteAt >= writeEveryMs) {
        await write(ctx)
        wroteAt = since
      }
      await requireRoom(ctx)
    } catch (error) {
      wroteAt = Number.NEGATIVE_INFINITY
      if (error instanceof Refusal || isDatabaseUnavailable(error)) throw error
      ctx.log.error({ err: error }, 'not ready')
      throw refuse(isDiskFull(error) ? 'no_disk_space' : 'database_faulty')
    }
  }

  function requireReady() {
    if (now() - lookedAt >= lookEveryMs) {
      lookedAt = now()
      looking = look()
      looking.catch(() => {})
    }
    return looking
  }

  return { prepare, require: requireReady }
}

async function readTables(db: Db, tables: readonly Table[]): Promise<void> {
  await db
    .selectNoFrom(eb =>
      tables.map(({ name, columns }) => {
        // The names are known only at run time, so the types treat each table as users. SQLite reads an unknown column
        // as a text unless its table is named with it.
        const names = columns.map(column => `${name}.${column}`) as 'users.id'[]
        return eb.exists(eb.selectFrom(name as 'users').select(names)).as(name)
      }),
    )
    .execute()
}

async function write({ db, clock }: Context): Promise<void> {
  const value = clock.now().toISOString()
  await db
    .insertInto('shared_values')
    .values({ name: 'ready_at', value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
    // Another process, such as a recount, may be writing, which is no failure.
    .catch(error => {
      if (!isLocked(error)) throw error
    })
}

async function requireRoom({ config }: Context): Promise<void> {
  const folders = [config.databaseUrl ? undefined : config.dataDir, fileFolder(config)]
  for (const folder of folders) {
    // A missing folder is not a full disk; the code that needs the folder reports it.
    const free = folder === undefined ? undefined : await freeBytes(folder).catch(() => undefined)
    if (free !== undefined && free < leastFreeBytes) throw refuse('no_disk_space')
  }
}
