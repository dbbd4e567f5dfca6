import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type QueryResult,
  SelectQueryNode,
} from 'kysely'

/** Few enough that nobody waits long behind the others, and that busy times keep several connections busy. */
const mostTogether = 20

/**
 * Kysely's PostgreSQL dialect, where the short reads that are compiled once share connections: all that are asked in one
 * turn of the event loop, the parts of a page and whoever else comes at that moment, go out in one piece and are
 * answered one after the other. On a connection each they cost twice the work, most of it calls of the system.
 */
export class SharedReadsDialect extends PostgresDialect {
  readonly #open: () => Promise<PostgresPool>

  constructor(open: () => Promise<PostgresPool>) {
    super({ pool: open })
    this.#open = open
  }

  override createAdapter(): PostgresAdapter {
    return new SharedReadsAdapter()
  }

  override createDriver(): Driver {
    return new SharedReadsDriver(this.#open)
  }
}

/** Tells from outside that reads may all be asked of one session. */
export class SharedReadsAdapter extends PostgresAdapter {}

class SharedReadsDriver extends PostgresDriver {
  readonly #reads: SharedReads

  constructor(open: () => Promise<PostgresPool>) {
    const reads = new SharedReads()
    super({
      pool: async () => {
        reads.pool = await open()
        return reads.pool
      },
    })
    this.#reads = reads
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new Session(this.#reads, {
      take: () => super.acquireConnection() as Promise<OwnConnection>,
      giveBack: own => super.releaseConnection(own),
    })
  }

  override async rollbackTransaction(session: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(await (session as Session).own())
  }

  override async releaseConnection(session: DatabaseConnection): Promise<void> {
    await (session as Session).end()
  }
}

type OwnConnection = Parameters<PostgresDriver['releaseConnection']>[0]

type OwnConnections = { take(): Promise<OwnConnection>; giveBack(own: OwnConnection): Promise<void> }

/**
 * What one caller does, on a connection of its own from the first statement on. One that has ended before any is kept by
 * compile-once.ts and lasts: it asks for everybody.
 */
class Session implements DatabaseConnection {
  readonly #reads: SharedReads
  readonly #connections: OwnConnections
  #own: Promise<OwnConnection> | undefined
  #isOver = false

  constructor(reads: SharedReads, connections: OwnConnections) {
    this.#reads = reads
    this.#connections = connections
  }

  own(): Promise<OwnConnection> {
    this.#own ??= this.#connections.take()
    return this.#own
  }

  async end(): Promise<void> {
    this.#isOver = true
    const own = await this.#own?.catch(() => undefined)
    if (own) await this.#connections.giveBack(own)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#isOver) return (await this.own()).executeQuery<Row>(query)
    // Too late, such as after another statement of the same transaction has failed.
    if (this.#own) throw new Error('The transaction is over.')
    return SelectQueryNode.is(query.query) ? this.#read<Row>(query) : this.#alone<Row>(query)
  }

  async #read<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await this.#reads.ask<Row>(query)
    } catch (error) {
      // Whose query it was, instead of how it went to the database.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  async #alone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const own = await this.#connections.take()
    try {
      return await own.executeQuery<Row>(query)
    } finally {
      await this.#connections.giveBack(own)
    }
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    yield* (await this.own()).streamQuery<Row>(query, chunkSize)
  }
}

type Asked = {
  query: CompiledQuery
  resolve(result: QueryResult<unknown>): void
  reject(error: unknown): void
}

class SharedReads {
  pool: PostgresPool | undefined
  #asked: Asked[] = []

  ask<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ query, resolve: result => resolve(result as QueryResult<Row>), reject })
      // When everybody who had something to say in this turn has said it.
      if (this.#asked.length === 1) setImmediate(() => this.#sendAll())
    })
  }

  #sendAll(): void {
    const asked = this.#asked
    this.#asked = []
    for (let from = 0; from < asked.length; from += mostTogether) {
      void this.#send(asked.slice(from, from + mostTogether))
    }
  }

  async #send(asked: Asked[]): Promise<void> {
    try {
      const client = await (this.pool as PostgresPool).connect()
      await Promise.all(
        asked.map(({ query, resolve, reject }) =>
          client.query(query.sql, query.parameters).then(resolve, reject),
        ),
      )
      client.release()
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }
}
