import { Socket } from 'node:net'
import type { PostgresDialect, PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { SharedReadsDialect } from './shared-reads.ts'

const poolSize = 10
/** The two timeouts keep every response under five seconds while the database is unavailable. */
const connectTimeoutMs = 2000
const queryTimeoutMs = 4000

/**
 * PostgreSQL's default assumes a spinning disk, but hot data is in memory or on an SSD. With the default it would read
 * all people for the names beside ten reports, because ten lookups are assumed to cost four times as much. A value set
 * by the operator stays.
 */
const planForMemory = `select set_config(name, '1.1', false) from pg_settings
  where name = 'random_page_cost' and source = 'default'`

const int8 = 20
const numeric = 1700

type Options = {
  /** For migrations, whose queries may take long. */
  withoutQueryTimeout?: boolean
  onError?: (error: Error) => void
}

export function postgresDialect(url: string, options: Options): PostgresDialect {
  return new SharedReadsDialect(() => openPool(url, options))
}

async function openPool(
  url: string,
  { withoutQueryTimeout = false, onError = () => {} }: Options,
): Promise<PostgresPool> {
  // Imported only when used: a server on SQLite starts faster and needs less memory without it.
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: withSslMode(url),
    application_name: 'daily-report-app',
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: withoutQueryTimeout ? 0 : queryTimeoutMs,
    keepAlive: true,
    // Pipelining: queries are sent without waiting for earlier results. A query that runs into the time limit
    // ends its connection: the next one would wait behind it.
    pipeline: true,
    stream: () => new BatchingSocket(),
    // Parsed as JavaScript numbers, because ids, counts and sums are small enough.
    types: {
      getTypeParser: (oid, format) =>
        oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format),
    },
  })
  // Without a listener, a database that restarts would end this process: idle clients report on the
  // pool, clients in use on themselves.
  pool.on('error', onError)
  pool.on('connect', client => {
    client.on('error', onError)
    // Sent before the first query of the connection. An engine without this setting keeps its own plans.
    client.query(planForMemory).catch(() => {})
  })

  return {
    options: pool.options,
    connect: async () => prepared(await pool.connect()),
    end: () => pool.end(),
  }
}

/** pg checks the certificate with each of these modes, and prints eight lines about it unless the mode says so itself. */
export const withSslMode = (url: string) =>
  url.includes('uselibpqcompat=true')
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|#|$)/, '$1verify-full')

/**
 * Sends all queries of one event-loop tick with one system call: four reads cost 0.08 ms of CPU time less. pg corks the
 * socket for each query; it is uncorked only after the last of them.
 */
class BatchingSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}

const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
const statementNames = new Map<string, string>()

/** Names every statement with parameters, so that the server parses and plans it once per connection. */
function prepared(client: pg.PoolClient): PostgresPoolClient {
  const known = wrapped.get(client)
  if (known) return known
  const adapted = {
    query: (text: string, values: readonly unknown[] = []) =>
      values.length === 0
        ? client.query(text)
        : client.query({ name: nameOf(text), text, values: [...values] }),
    release: (discard?: boolean) => client.release(discard),
  } as unknown as PostgresPoolClient
  wrapped.set(client, adapted)
  return adapted
}

function nameOf(text: string): string {
  let name = statementNames.get(text)
  if (!name) {
    name = `q${statementNames.size + 1}`
    statementNames.set(text, name)
  }
  return name
}
