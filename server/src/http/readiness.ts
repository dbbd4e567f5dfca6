import type { Context } from '../context.ts'
import { isDatabaseAway, isDiskFull, isHeld } from '../db/errors.ts'
import { knownColumns } from '../db/known-columns.ts'
import type { Db } from '../db/schema.ts'
import { fileFolder, freeBytes } from '../lib/disk-space.ts'
import { Refusal, refuse } from './refusals.ts'

/** Probes come from several places, each every few seconds: within this time they share one check. */
const lookEveryMs = 1000
/** While all is well: each of these writes is synced to the disk. */
const writeEveryMs = 10_000
/** Below this a database can't grow and an upload has no room. */
const leastFreeBytes = 1024 * 1024

/** Throws while requests would fail: a table or column that can't be read, a database that takes no changes, a full disk. */
export function createReadiness(ctx: Context, now = () => performance.now()): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY
  let wroteAt = Number.NEGATIVE_INFINITY
  let looking = Promise.resolve()

  async function look() {
    try {
      await readTables(ctx.db)
      const since = now()
      if (since - wroteAt >= writeEveryMs) {
        await write(ctx)
        wroteAt = since
      }
      await requireRoom(ctx)
    } catch (error) {
      wroteAt = Number.NEGATIVE_INFINITY
      if (error instanceof Refusal || isDatabaseAway(error)) throw error
      ctx.log.error({ err: error }, 'not ready')
      throw refuse(isDiskFull(error) ? 'no_disk_space' : 'database_faulty')
    }
  }

  return () => {
    if (now() - lookedAt >= lookEveryMs) {
      lookedAt = now()
      looking = look()
      looking.catch(() => {})
    }
    return looking
  }
}

async function readTables(db: Db): Promise<void> {
  await db
    .selectNoFrom(eb =>
      Object.entries<readonly string[]>(knownColumns).map(([table, columns]) => {
        // Known only at run time: to the types each is like any table with any columns. SQLite takes an unknown name
        // without its table for a text.
        const names = columns.map(column => `${table}.${column}`) as 'users.id'[]
        return eb.exists(eb.selectFrom(table as 'users').select(names)).as(table)
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
    // Another process is writing, such as a recount: that passes.
    .catch(error => {
      if (!isHeld(error)) throw error
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
