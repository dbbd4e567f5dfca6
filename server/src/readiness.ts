import { messages } from '#shared/messages.ts'
import type { Context } from './context.ts'
import { isDatabaseAway, isDiskFull, isHeld } from './db/errors.ts'
import type { Db, Tables } from './db/schema.ts'
import { fileFolder, freeBytes } from './disk-space.ts'
import { Refusal, refuse } from './refusals.ts'

/** Probes come from several places, each every few seconds: within this time they share one look. */
const lookEveryMs = 1000
/** While all is well: each of these writes is synced to the disk. */
const writeEveryMs = 10_000
/** Below this a database can't grow and an upload has no room. */
const leastFreeBytes = 1024 * 1024
const retryAfterSeconds = 5

/** Every screen needs one of these. */
const neededTables = [
  'users',
  'sign_ins',
  'shared_values',
  'projects',
  'project_members',
  'reports',
  'report_rows',
  'report_projects',
  'period_counts',
  'comments',
  'tasks',
  'project_files',
  'project_urls',
] as const satisfies readonly (keyof Tables)[]

/** Throws while requests would fail: a table that can't be read, a database that takes no changes, a full disk. */
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
      const sentence = isDiskFull(error) ? messages.general.diskFull : messages.general.databaseFaulty
      throw refuse.unavailable(sentence, retryAfterSeconds)
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
      neededTables.map(table => eb.exists(eb.selectFrom(table).select(eb.lit(1).as('one'))).as(table)),
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
    if (free !== undefined && free < leastFreeBytes)
      throw refuse.unavailable(messages.general.diskFull, retryAfterSeconds)
  }
}
