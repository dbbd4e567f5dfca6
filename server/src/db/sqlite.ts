import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { isLocked, withDiskFull } from './errors.ts'

/** How long a write may wait for the mutex and the file lock together before it is refused. */
const busyTimeoutMs = 5000
/** SQLite's own busy handler sleeps ever longer, and may miss the short gaps that a busy writer leaves. */
const retryMs = () => 1 + Math.random() * 9
const cachedStatements = 500

/**
 * Kysely's SQLite dialect over Node's own SQLite, which needs no installation. Reads don't block on writes: one
 * connection writes, another reads what is committed (WAL).
 */
export function sqliteDialect(file: string): SqliteDialect {
  return new TwoConnectionsDialect(file)
}

type OpenFile = SqliteDatabase & { isInTransaction(): boolean }

function openFile(file: string): OpenFile {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
  try {
    // With FULL, a write whose response was sent survives a power cut.
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory')
  } catch (error) {
    database.close()
    throw withDiskFull(error, folder)
  }
  // SQLite's lower() changes only ASCII letters.
  database.function('fold', { deterministic: true }, text =>
    typeof text === 'string' ? text.toLowerCase() : text,
  )

  const statements = new Map<string, ReturnType<typeof adapt>>()
  return {
    close: () => database.close(),
    isInTransaction: () => database.isTransaction,
    prepare(sql) {
      let statement = statements.get(sql)
      if (!statement) {
        // Lists of different lengths make new SQL texts, so the cache is cleared when full instead of growing without limit.
        if (statements.size >= cachedStatements) statements.clear()
        statement = adapt(database, sql, folder)
        statements.set(sql, statement)
      }
      return statement
    },
  }
}

function adapt(database: DatabaseSync, sql: string, folder: string) {
  const statement = orDiskFull(folder, () => database.prepare(sql))
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => orDiskFull(folder, () => statement.all(...values(parameters))),
    run: (parameters: readonly unknown[]) => orDiskFull(folder, () => statement.run(...values(parameters))),
    iterate: (parameters: readonly unknown[]) =>
      statement.iterate(...values(parameters)) as IterableIterator<unknown>,
  }
}

function orDiskFull<T>(folder: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw withDiskFull(error, folder)
  }
}

class TwoConnectionsDialect extends SqliteDialect {
  readonly #file: string

  constructor(file: string) {
    super({ database: async () => openFile(file) })
    this.#file = file
  }

  override createAdapter(): SqliteAdapter {
    return new ManySessionsAdapter()
  }

  override createDriver(): Driver {
    return new TwoConnectionsDriver(this.#file)
  }
}

/** Without this Kysely would run one session at a time; here only writes wait for each other, on the mutex below. */
class ManySessionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

type Shared = { writer: OpenFile; reader(): SqliteDatabase; mutex: Mutex }

class TwoConnectionsDriver extends SqliteDriver {
  readonly #file: string
  #shared: Shared | undefined
  #reader: SqliteDatabase | undefined

  constructor(file: string) {
    super({ database: async () => openFile(file) })
    this.#file = file
  }

  override async init(): Promise<void> {
    const writer = openFile(this.#file)
    // `retryWhileLocked` waits instead: SQLite's own wait would block the event loop.
    writer.prepare('pragma busy_timeout = 0').all([])
    this.#shared = { writer, reader: () => this.#openReader(), mutex: new Mutex() }
  }

  /** The read connection is opened with the first read. Until then another process can lock the file exclusively. */
  #openReader(): SqliteDatabase {
    if (!this.#reader) {
      this.#reader = openFile(this.#file)
      this.#reader.prepare('pragma query_only = on').run([])
    }
    return this.#reader
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new Session(this.#shared as Shared)
  }

  override async beginTransaction(session: DatabaseConnection): Promise<void> {
    await (session as Session).begin()
  }

  override async commitTransaction(session: DatabaseConnection): Promise<void> {
    await (session as Session).commit()
  }

  override async rollbackTransaction(session: DatabaseConnection): Promise<void> {
    await (session as Session).rollback()
  }

  override async destroy(): Promise<void> {
    this.#reader?.close()
    this.#shared?.writer.close()
  }
}

/** The queries of one caller. Single reads use the read connection, all others the write connection under the mutex. */
class Session implements DatabaseConnection {
  readonly #shared: Shared
  #isInTransaction = false

  constructor(shared: Shared) {
    this.#shared = shared
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer, reader, mutex } = this.#shared
    if (this.#isInTransaction) {
      // On a full disk SQLite may have rolled back by itself: later statements would then be committed one by one.
      if (!writer.isInTransaction()) throw new Error('The transaction has been rolled back.')
      return execute(writer, query)
    }
    if (SelectQueryNode.is(query.query)) return execute(reader(), query)
    const since = performance.now()
    await mutex.lock()
    try {
      return await retryWhileLocked<Row>(writer, query, since)
    } finally {
      mutex.unlock()
    }
  }

  /**
   * Takes the write lock at the start. A transaction that reads first and writes later would be refused
   * at once, without waiting, if another process wrote in between.
   */
  async begin(): Promise<void> {
    const { writer, mutex } = this.#shared
    const since = performance.now()
    await mutex.lock()
    try {
      await retryWhileLocked(writer, beginImmediate, since)
      this.#isInTransaction = true
    } catch (error) {
      mutex.unlock()
      throw error
    }
  }

  async commit(): Promise<void> {
    // If the commit fails, Kysely rolls back.
    execute(this.#shared.writer, CompiledQuery.raw('commit'))
    this.#leave()
  }

  async rollback(): Promise<void> {
    try {
      execute(this.#shared.writer, CompiledQuery.raw('rollback'))
    } catch (error) {
      // On a full disk SQLite has rolled back by itself, and the caller needs the first error.
      if (!/no transaction is active/.test((error as Error).message)) throw error
    } finally {
      this.#leave()
    }
  }

  #leave(): void {
    this.#isInTransaction = false
    this.#shared.mutex.unlock()
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const { writer, reader } = this.#shared
    const statement = (this.#isInTransaction ? writer : reader()).prepare(sql)
    for (const row of statement.iterate(parameters)) yield { rows: [row as Row] }
  }
}

const beginImmediate = CompiledQuery.raw('begin immediate')

/** Retries while another process holds the write lock; the event loop serves other requests in between. */
async function retryWhileLocked<Row>(
  database: SqliteDatabase,
  query: CompiledQuery,
  since: number,
): Promise<QueryResult<Row>> {
  for (;;) {
    try {
      return execute(database, query)
    } catch (error) {
      if (!isLocked(error) || performance.now() - since > busyTimeoutMs) throw error
    }
    await sleep(retryMs())
  }
}

function execute<Row>(database: SqliteDatabase, { sql, parameters }: CompiledQuery): QueryResult<Row> {
  const statement = database.prepare(sql)
  if (statement.reader) return { rows: statement.all(parameters) as Row[] }
  const { changes } = statement.run(parameters)
  return { numAffectedRows: BigInt(changes), rows: [] }
}

/** A lock that callers get in the order in which they asked for it. */
class Mutex {
  readonly #waiting: (() => void)[] = []
  #isLocked = false

  lock(): Promise<void> | undefined {
    if (this.#isLocked) return new Promise(resolve => this.#waiting.push(resolve))
    this.#isLocked = true
    return undefined
  }

  unlock(): void {
    const next = this.#waiting.shift()
    // The lock passes to the next caller, so it stays locked.
    if (next) next()
    else this.#isLocked = false
  }
}
