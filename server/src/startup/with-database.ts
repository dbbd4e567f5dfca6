import type { Config } from '../config.ts'
import { connect } from '../db/connect.ts'
import type { Db } from '../db/schema.ts'

/** Connects for work that comes before the server opens the database. */
export async function withDatabase<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(config, { withoutQueryTimeout: true })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
