import { join } from 'node:path'
import { type Dialect, Kysely, type LogConfig } from 'kysely'
import type { Config } from '../config.ts'
import { postgresDialect } from './postgres.ts'
import type { Db, Tables } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

type Options = Parameters<typeof postgresDialect>[1] & {
  /** Called with every statement. */
  log?: LogConfig | undefined
}

/** Connects to PostgreSQL if DATABASE_URL is set, otherwise to SQLite in the data folder. */
export function connect(config: Pick<Config, 'dataDir' | 'databaseUrl'>, options: Options = {}): Db {
  return connectWith(
    config.databaseUrl ? postgresDialect(config.databaseUrl, options) : sqliteDialect(sqliteFile(config)),
    options.log,
  )
}

export function sqliteFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'daily-report.db')
}

export function connectWith(dialect: Dialect, log?: LogConfig): Db {
  return new Kysely<Tables>({ dialect, ...(log && { log }) })
}
