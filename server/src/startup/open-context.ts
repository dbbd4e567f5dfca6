import { accessSync, constants } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, systemClock } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { type Config, ConfigError } from '../config.ts'
import type { Context, Log, WritingLimits } from '../context.ts'
import { connect, sqliteFile } from '../db/connect.ts'
import { isDatabaseUnavailable, isDiskFull, isReplaced } from '../db/errors.ts'
import { OtherInstanceError } from '../db/instance-lock.ts'
import { isNewDatabase, requireData } from '../db/is-new-database.ts'
import { migrate, pendingMigrations } from '../db/migrate.ts'
import { isSqliteInUse } from '../db/replace.ts'
import type { Db } from '../db/schema.ts'
import { recordVersion } from '../db/schema-version.ts'
import { listeners } from '../features/features.ts'
import { createFactorKey } from '../identity/factor-key.ts'
import { createIdentityProvider } from '../identity/identity-provider.ts'
import { createPasswords, type Passwords } from '../identity/passwords.ts'
import { createUnreadableCount } from '../identity/second-step.ts'
import { createTokens, readTokenSecret } from '../identity/tokens.ts'
import { createTokenCalls } from '../identity/user-of-token.ts'
import { smtpMailer } from '../mail/mailer.ts'
import type { Metrics } from '../observability/metrics.ts'
import { createOutgoingClient } from '../outgoing/outgoing-client.ts'
import { joinFileStore, refuseUsedStore } from '../storage/file-store.ts'
import { openStorage } from '../storage/open-storage.ts'
import { StorageUnavailableError } from '../storage/storage.ts'
import { makePrivateFolder } from './private-files.ts'
import { withDatabase } from './with-database.ts'

/** Migrates the database and creates the context of the services, for every command that uses the database. */
export async function openContext(
  config: Config,
  print: (line: string) => void,
  { mayCreate = true }: { mayCreate?: boolean } = {},
): Promise<Context> {
  if (!mayCreate) await retryUntilAvailable(config, print, () => requireData(config))
  await prepareDatabase(config, print)
  return openPrepared(config)
}

/** Waits for the database and migrates it. It reads nothing that a restore could replace afterwards. */
export async function prepareDatabase(config: Config, print: (line: string) => void): Promise<void> {
  prepareFolder(config.dataDir, print)
  await retryUntilAvailable(config, print, async () => {
    if (!config.databaseUrl) await refuseOtherInstance(config)
    await withDatabase(config, async db => {
      for (const name of await migrate(db)) print(`Database: ${name} applied`)
    })
  })
}

/**
 * Only for SQLite, where the file locks show whether an older version still uses it; on PostgreSQL each migration checks
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

export async function openPrepared(config: Config, log?: Log): Promise<Context> {
  const metrics = await metricsFor(config)
  const onError = (error: Error) => log?.warn({ err: error }, 'database connection lost')
  const db = connect(config, { onError, log: metrics?.queryLog })
  return contextOn(db, config, { metrics, log })
}

/** Undefined unless METRICS_TOKEN is set. Created before the database is opened, because metrics count every statement. */
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
    /** Tests set lower limits. */
    writing?: WritingLimits
  } = {},
): Promise<Context> {
  await recordVersion(db)
  const tokens = createTokens(await readTokenSecret(db, config), clock)
  const storage = await openStorage(config)
  const factorKey = createFactorKey(config)
  metrics?.watchPasswords(passwords)
  metrics?.watchDisks(config)
  return {
    config,
    db,
    clock,
    passwords,
    tokens,
    tokenCalls: createTokenCalls(),
    factorKey,
    countUnreadableApps: createUnreadableCount(db, factorKey),
    storage,
    mailer: smtpMailer(config.mail),
    outgoing: createOutgoingClient({ allowed: config.outgoingAllowed }),
    log,
    writing,
    listeners,
    ...(config.oidc && {
      identityProvider: createIdentityProvider(config.oidc, { clock, allowed: config.outgoingAllowed }),
    }),
    ...(metrics && { metrics }),
  }
}

/** For commands and tests, which print their own messages. */
const silent: Log = { info() {}, warn() {}, error() {} }

/** Called before anything is written to the folder, so that it is private from the first byte. */
export function prepareFolder(folder: string, print: (line: string) => void) {
  try {
    makePrivateFolder(folder, print)
    accessSync(folder, constants.W_OK)
  } catch (error) {
    if (isDiskFull(error)) throw error
    const { code } = error as NodeJS.ErrnoException
    const why =
      code === 'EROFS' ? ': its disk is read-only. Mount it for writing, or name another folder' : ''
    throw new ConfigError([`DATA_DIR: the folder "${folder}" cannot be used (${code})${why}`])
  }
}

/** Called by the server before it creates a database: if the store belongs to another one, nothing must be left behind. */
export async function refuseLostDatabase(config: Config, print: (line: string) => void): Promise<void> {
  prepareFolder(config.dataDir, print)
  await retryUntilAvailable(config, print, async () => {
    if (!(await isNewDatabase(config))) return
    const storage = await openStorage(config)
    await storage.check()
    await refuseUsedStore(storage, () => isNewDatabase(config))
  }).catch(error => {
    throw storeProblem(config, error)
  })
}

/** Only the server opens the file store; commands about users don't need it. Returns the failure if it doesn't answer. */
export async function openFileStore(
  { config, db, storage }: Context,
  print: (line: string) => void,
): Promise<StorageUnavailableError | undefined> {
  let away: StorageUnavailableError | undefined
  await retryUntilAvailable(config, print, async () => {
    try {
      await storage.check()
      await joinFileStore(db, storage)
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error
      away = error
    }
  })
  return away
}

const storeProblem = ({ s3 }: Config, error: unknown) =>
  error instanceof StorageUnavailableError && s3
    ? new ConfigError([`S3_ENDPOINT: ${s3.endpoint} cannot be reached (${error.message})`])
    : error

/** Containers start together, so a database or store that is still starting gets half a minute. */
async function retryUntilAvailable(config: Config, print: (line: string) => void, work: () => Promise<void>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isStore = error instanceof StorageUnavailableError
      const mayPass = isStore || (isDatabaseUnavailable(error) && !isDiskFull(error)) || isReplaced(error)
      if (!mayPass || attempt === 30) throw error
      if (attempt === 1)
        print(`Waiting for the ${isStore ? storeOf(config) : databaseOf(config)} (${reasonOf(error)}) ...`)
      await sleep(1000)
    }
  }
}

const storeOf = ({ s3 }: Config) => `file store${s3 ? ` at ${new URL(s3.endpoint).host}` : ''}`

function databaseOf({ databaseUrl, dataDir }: Config): string {
  if (!databaseUrl) return `database file in ${dataDir}`
  const { host, searchParams } = new URL(databaseUrl)
  return `database at ${decodeURIComponent(searchParams.get('host') ?? (host || 'localhost'))}`
}

/** A host name with several IP addresses fails with one error per address. */
function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] ?? error) : error
  const { message, code } = first as NodeJS.ErrnoException
  return message || code || 'no answer'
}
