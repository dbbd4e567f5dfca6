import { accessSync, constants } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, systemClock } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { type Config, ConfigError } from '../config.ts'
import type { Context, Log, WritingLimits } from '../context.ts'
import { connect, sqliteFile } from '../db/connect.ts'
import { isDatabaseAway, isDiskFull, isReplaced } from '../db/errors.ts'
import { OtherInstanceError } from '../db/instance-lock.ts'
import { isNewDatabase } from '../db/is-new-database.ts'
import { migrate, pendingMigrations } from '../db/migrate.ts'
import { isSqliteInUse } from '../db/replace.ts'
import { requireData } from '../db/require-data.ts'
import type { Db } from '../db/schema.ts'
import { recordVersion } from '../db/schema-version.ts'
import { listeners } from '../features/features.ts'
import { createPasswords, type Passwords } from '../identity/passwords.ts'
import { createTokens, tokenSecret } from '../identity/tokens.ts'
import { smtpMailer } from '../mail/mailer.ts'
import type { Metrics } from '../observability/metrics.ts'
import { joinFileStore, refuseUsedStore } from '../storage/file-store.ts'
import { openStorage } from '../storage/open-storage.ts'
import { StoreAwayError } from '../storage/storage.ts'
import { makePrivateFolder } from './private-files.ts'

/** Migrates the database and puts together what services need: the start of every command that uses it. */
export async function openContext(
  config: Config,
  say: (line: string) => void,
  { mayCreate = true }: { mayCreate?: boolean } = {},
): Promise<Context> {
  if (!mayCreate) await onceItAnswers(say, () => requireData(config))
  await prepareDatabase(config, say)
  return openPrepared(config)
}

/** Waits until the database answers and brings it up to date; reads nothing that a restore could replace afterwards. */
export async function prepareDatabase(config: Config, say: (line: string) => void): Promise<void> {
  prepareFolder(config.dataDir, say)
  await onceItAnswers(say, async () => {
    if (!config.databaseUrl) await refuseOtherInstance(config)
    await withDatabase(config, async db => {
      for (const name of await migrate(db)) say(`Database: ${name} applied`)
    })
  })
}

/**
 * For SQLite, where only the file locks show whether an older version still uses it; on PostgreSQL each migration checks
 * the advisory lock. Another start of this version holds the file only briefly, so the check is repeated.
 */
async function refuseOtherInstance(config: Config): Promise<void> {
  const file = sqliteFile(config)
  for (let attempt = 1; ; attempt++) {
    if (await isNewDatabase(config)) return
    const [pending] = await withDatabase(config, db => pendingMigrations(db))
    if (pending === undefined || !isSqliteInUse(file)) return
    if (attempt === 10) throw new OtherInstanceError(pending)
    await sleep(200 + Math.random() * 200)
  }
}

async function withDatabase<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(config, { patient: true })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

export async function openPrepared(config: Config, log?: Log): Promise<Context> {
  const metrics = await metricsFor(config)
  const onError = (error: Error) => log?.warn({ err: error }, 'database connection lost')
  const db = connect(config, { onError, log: metrics?.queryLog })
  return contextOn(db, config, { metrics, log })
}

/** Only if METRICS_TOKEN is set. They count every statement, so they are created before the database is opened. */
export async function metricsFor({ metricsToken }: Pick<Config, 'metricsToken'>) {
  if (metricsToken === undefined) return undefined
  const { createMetrics } = await import('../observability/metrics.ts')
  return createMetrics()
}

export async function contextOn(
  db: Db,
  config: Config,
  {
    clock = systemClock,
    metrics,
    log = silent,
    passwords = createPasswords(),
    writing = { versionsPerReport: limits.versionsMax, bytesPerDay: limits.writtenBytesPerDay },
  }: {
    clock?: Clock
    metrics?: Metrics | undefined
    log?: Log | undefined
    passwords?: Passwords
    /** Lower ones are for tests. */
    writing?: WritingLimits
  } = {},
): Promise<Context> {
  await recordVersion(db)
  const tokens = createTokens(await tokenSecret(db, config), clock)
  const storage = await openStorage(config)
  metrics?.watchPasswords(passwords)
  metrics?.watchDisks(config)
  return {
    config,
    db,
    clock,
    passwords,
    tokens,
    storage,
    mailer: smtpMailer(config.mail),
    log,
    writing,
    listeners,
    ...(metrics && { metrics }),
  }
}

/** For commands and tests, which print their own messages. */
const silent: Log = { info() {}, warn() {}, error() {} }

/** For everything that reads or writes there, so that it is private before the first byte. */
export function prepareFolder(folder: string, say: (line: string) => void) {
  try {
    makePrivateFolder(folder, say)
    accessSync(folder, constants.W_OK)
  } catch (error) {
    if (isDiskFull(error)) throw error
    const { code } = error as NodeJS.ErrnoException
    const why =
      code === 'EROFS' ? ': its disk is read-only. Mount it for writing, or name another folder' : ''
    throw new ConfigError([`DATA_DIR: the folder "${folder}" cannot be used (${code})${why}`])
  }
}

/** For the server, before it makes a database: nothing must be left behind when its store is another's. */
export async function refuseLostDatabase(config: Config, say: (line: string) => void): Promise<void> {
  prepareFolder(config.dataDir, say)
  await onceItAnswers(say, async () => {
    if (!(await isNewDatabase(config))) return
    const storage = await openStorage(config)
    await storage.check()
    await refuseUsedStore(storage, () => isNewDatabase(config))
  }).catch(error => {
    throw storeProblem(config, error)
  })
}

/** For the server, which keeps files: commands about people can do without the store. */
export async function openFileStore({ config, db, storage }: Context, say: (line: string) => void) {
  await onceItAnswers(say, async () => {
    await storage.check()
    await joinFileStore(db, storage)
  }).catch(error => {
    throw storeProblem(config, error)
  })
}

const storeProblem = ({ s3 }: Config, error: unknown) =>
  error instanceof StoreAwayError && s3
    ? new ConfigError([`S3_ENDPOINT: ${s3.endpoint} cannot be reached (${error.message})`])
    : error

/** Containers start together: a database or store that is still starting gets half a minute. */
async function onceItAnswers(say: (line: string) => void, work: () => Promise<void>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isStore = error instanceof StoreAwayError
      const mayPass = isStore || (isDatabaseAway(error) && !isDiskFull(error)) || isReplaced(error)
      if (!mayPass || attempt === 30) throw error
      if (attempt === 1) say(`Waiting for the ${isStore ? 'file store' : 'database'} ...`)
      await sleep(1000)
    }
  }
}
