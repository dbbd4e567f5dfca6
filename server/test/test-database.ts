import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type LogConfig, PGliteDialect } from 'kysely'
import { inject } from 'vitest'
import { connect, connectWith, sqliteFile } from '../src/db/connect.ts'
import { migrate } from '../src/db/migrate.ts'
import type { Db } from '../src/db/schema.ts'
import { createDatabase, databaseName, onServer } from './postgres-server.ts'
import { createTestFolder } from './test-folder.ts'

export type TestDatabase = {
  open(log?: LogConfig): Db
  remove(): Promise<void>
  /** True for a copy of a migrated database: checking for migrations would take a tenth of a second for each file. */
  isMigrated?: boolean
  /** How another process connects to the same data. PGlite runs only in this process. */
  address?: Address
}
type Address = Parameters<typeof connect>[0]

type Options = {
  /** Begin with a copy of a migrated database, which costs a quarter of migrating an empty one. */
  fromTemplate?: boolean
}

const kinds: Record<string, (options: Options) => Promise<TestDatabase>> = {
  async sqlite({ fromTemplate }) {
    const dataDir = createTestFolder('daily-report-test-')
    const address = { dataDir, databaseUrl: undefined }
    if (fromTemplate) writeFileSync(sqliteFile(address), await sqliteTemplate(), { mode: 0o600 })
    return {
      address,
      isMigrated: fromTemplate === true,
      open: log => connect(address, { log }),
      remove: async () => rmSync(dataDir, { recursive: true, force: true }),
    }
  },

  async pglite() {
    const { PGlite } = await import('@electric-sql/pglite')
    const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm')
    const pglite = await PGlite.create({ extensions: { pg_trgm } })
    // PGlite has one connection inside this process, so every `open` uses the same one.
    return {
      open: log => connectWith(new PGliteDialect({ pglite }), log),
      remove: async () => {
        if (!pglite.closed) await pglite.close()
      },
    }
  },

  async postgres({ fromTemplate }) {
    const server = inject('postgresUrl')
    const databaseUrl = await createDatabase(server, fromTemplate ? inject('postgresTemplate') : undefined)
    const name = databaseName(databaseUrl)
    const address = { dataDir: '', databaseUrl }
    const socketFolder = inject('postgresSocketFolder')
    const fromHere = socketFolder
      ? { dataDir: '', databaseUrl: `${databaseUrl}?${new URLSearchParams({ host: socketFolder })}` }
      : address
    return {
      address,
      isMigrated: fromTemplate === true,
      // On a busy machine a statement that fills a large table could take longer than a request may.
      open: log => connect(fromHere, { log, withoutQueryTimeout: true }),
      remove: () => onServer(server, `drop database if exists ${name} with (force)`),
    }
  },
}

let template: Promise<Buffer> | undefined
/** The file of a migrated database, created once per process. */
function sqliteTemplate(): Promise<Buffer> {
  template ??= (async () => {
    const dataDir = createTestFolder('daily-report-template-')
    const address = { dataDir, databaseUrl: undefined }
    const db = connect(address)
    try {
      await migrate(db)
      await db.destroy()
      return readFileSync(sqliteFile(address))
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })()
  return template
}

/** A database of this run's engine, empty unless `fromTemplate` is set. */
export function createTestDatabase(engine = testEngine(), options: Options = {}): Promise<TestDatabase> {
  const create = kinds[engine]
  if (!create) throw new Error(`TEST_DATABASE must be one of ${Object.keys(kinds).join(', ')}`)
  return create(options)
}

export function testEngine(): string {
  return process.env.TEST_DATABASE ?? 'sqlite'
}

/** SQLite stores its full-text indexes in tables of its own, whose ids can be too large for a number. */
export const isFullTextTable = (name: string) =>
  testEngine() === 'sqlite' && /^(task_titles|search_)/.test(name)
