import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { withSslMode } from './postgres.ts'
import type { Trx } from './schema.ts'

// A restore must not replace a database that a server is using. SQLite's file locks show that; on PostgreSQL every
// running server holds a shared advisory lock, which the database releases when the connection ends, also after a crash.

const retryMs = 5000
const mostAttempts = 10
const attemptEveryMs = 100
const lockName = 'daily-report:running'
const keyLockName = 'daily-report:token-key'

export type InstanceLock = {
  /** Adds a lock that names the key of this server's tokens. False if a running server has named another key. */
  nameKey(key: number): Promise<boolean>
  release(): Promise<void>
}

/** Holds the shared advisory lock of a running server until `release`. */
export async function holdInstanceLock({ databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<InstanceLock> {
  if (!databaseUrl) return { nameKey: async () => true, release: async () => {} }
  const { Client } = (await import('pg')).default
  const connectionString = withSslMode(databaseUrl)
  const stopping = new AbortController()
  let client: pg.Client | undefined
  let namedKey: number | undefined
  const lockKey = (of: pg.Client, key: number) =>
    of.query('select pg_advisory_lock_shared(hashtext($1), $2)', [keyLockName, key])

  async function hold() {
    const mine = new Client({
      connectionString,
      application_name: 'daily-report-app running',
      connectionTimeoutMillis: 2000,
      keepAlive: true,
    })
    const ended = new Promise<void>(resolve => mine.once('end', resolve))
    mine.on('error', () => {})
    try {
      await mine.connect()
      // A machine that loses its power doesn't close its connection: without keep-alives its lock would stay for hours.
      await mine
        .query('set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3')
        .catch(() => {})
      await mine.query('select pg_advisory_lock_shared(hashtext($1))', [lockName])
      if (namedKey !== undefined) await lockKey(mine, namedKey)
      client = mine
      return { ended }
    } catch {
      await mine.end().catch(() => {})
      return undefined
    }
  }

  async function keepHolding(held: Awaited<ReturnType<typeof hold>>) {
    await held?.ended
    await sleep(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    if (!stopping.signal.aborted) await keepHolding(await hold())
  }
  void keepHolding(await hold())

  return {
    async nameKey(key) {
      namedKey = key
      // Without this connection, the lock is taken when it is back.
      if (!client) return true
      const { rows } = await client.query(
        `select 1 from pg_locks where locktype = 'advisory' and granted and objsubid = 2
          and database = (select oid from pg_database where datname = current_database())
          and classid::bigint = hashtext($1)::bigint & 4294967295 and objid::bigint <> $2 limit 1`,
        [keyLockName, key >>> 0],
      )
      if (rows.length > 0) return false
      await lockKey(client, key)
      return true
    },
    async release() {
      stopping.abort()
      // PostgreSQL releases a closed connection's locks with a delay; a restore started right after would be refused.
      await client?.query('select pg_advisory_unlock_all()').catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}

/** The message tells the operator what to do, so it is printed without a stack. */
export class OtherInstanceError extends Error {
  constructor(pending: string) {
    super(
      `Another instance is running on this database, and this version needs to migrate the database first (${pending}). ` +
        'Nothing was changed. Stop every running instance, then start this version: the first one to start ' +
        'migrates it, the others wait. See docs/upgrading.md.',
    )
    this.name = 'OtherInstanceError'
  }
}

/** Returns false while any server runs. If true, no server can take its instance lock until this transaction ends. */
export async function claimExclusiveLock(trx: Trx): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await sql<{ acquired: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${lockName})) as acquired`.execute(trx)
    if (rows[0]?.acquired === true) return true
    // A transaction that ends releases its locks one by one, so the previous one may still hold this lock for a moment.
    if (attempt === mostAttempts) return false
    await sleep(attemptEveryMs)
  }
}
