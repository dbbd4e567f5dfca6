import { sql } from 'kysely'
import { expect } from 'vitest'
import { connect } from '../../../server/src/db/connect.ts'
import { recount } from '../../../server/src/db/recount.ts'
import type { Db } from '../../../server/src/db/schema.ts'
import type { Ledger } from './writers.ts'

const keptCounts = ['report_projects', 'project_people', 'day_counts'] as const

export type Place = { dataDir: string; databaseUrl?: string }

/** Opens the database beside the server, reads it, and closes it again. */
export async function withDatabase<T>(place: Place, read: (db: Db) => Promise<T>): Promise<T> {
  const db = connect({ dataDir: place.dataDir, databaseUrl: place.databaseUrl })
  try {
    return await read(db)
  } finally {
    await db.destroy()
  }
}

/** Fails unless every confirmed write exists, no write is incomplete, and the database passes its integrity checks. */
export function expectNothingLostOrTorn(place: Place, ledger: Ledger): Promise<void> {
  return withDatabase(place, async db => {
    const { lost, torn } = await findDamage(db, ledger)
    expect({ lost, torn }).toEqual({ lost: [], torn: [] })
    await expectCountsRight(db)
    await (place.databaseUrl ? expectSoundPostgres(db) : expectSoundSqlite(db))
  })
}

async function findDamage(db: Db, ledger: Ledger) {
  const reports = await db.selectFrom('reports').select(['id', 'tasks', 'minutes']).execute()
  const rows = await db.selectFrom('report_rows').select(['report_id', 'description', 'minutes']).execute()
  const comments = await db.selectFrom('comments').select('id').execute()
  const rowsOf = Map.groupBy(rows, row => row.report_id)
  const found = new Map(reports.map(report => [report.id, report]))
  const foundComments = new Set(comments.map(comment => comment.id))
  const versionOf = (id: number) => Number(/edit=(\d+)/.exec(found.get(id)?.tasks ?? '')?.[1] ?? -1)

  const lost = [
    ...[...ledger.reports].filter(([id, text]) => found.get(id)?.tasks !== text),
    ...[...ledger.comments].filter(id => !foundComments.has(id)),
    ...[...ledger.edits].filter(([id, version]) => versionOf(id) < version),
  ]
  const torn = reports.filter(report => {
    const [, name = '', expected = ''] = /^(.*) rows=(\d+)$/.exec(report.tasks) ?? []
    const own = rowsOf.get(report.id) ?? []
    return (
      own.length !== Number(expected) ||
      own.some(row => row.description !== name) ||
      own.reduce((sum, row) => sum + row.minutes, 0) !== report.minutes
    )
  })
  return { lost, torn }
}

async function expectCountsRight(db: Db) {
  const before = await counts(db)
  await recount(db)
  expect(await counts(db)).toEqual(before)
}

async function counts(db: Db) {
  const tables = await Promise.all(keptCounts.map(table => db.selectFrom(table).selectAll().execute()))
  return tables.map(rows => rows.map(row => JSON.stringify(row)).sort())
}

async function expectSoundSqlite(db: Db) {
  const integrity = await sql`pragma integrity_check`.execute(db)
  expect(integrity.rows).toEqual([{ integrity_check: 'ok' }])
  const foreignKeys = await sql`pragma foreign_key_check`.execute(db)
  expect(foreignKeys.rows).toEqual([])
}

/** Throws if an index and its table differ. */
async function expectSoundPostgres(db: Db) {
  await sql`create extension if not exists amcheck`.execute(db)
  await sql`select bt_index_check(pg_class.oid, true) from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace join pg_am on pg_am.oid = relam
    where nspname = 'public' and relkind = 'i' and amname = 'btree'`.execute(db)
}
