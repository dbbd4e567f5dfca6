import { CompiledQuery } from 'kysely'
import type { Db } from '../../src/db/schema.ts'
import { isFullTextTable, testEngine } from '../test-database.ts'

/** These tables grow only with the staff and its projects, so a call may read all of their rows. */
export const smallTables = [
  'users',
  'projects',
  'teams',
  'team_members',
  'team_leads',
  'project_members',
  'project_people',
  'report_authors',
  'shared_values',
  'setup_codes',
  'known_devices',
  'identities',
  'waiting_sign_ons',
  'one_time_codes',
  'calendar_feeds',
  'authenticator_apps',
  'passkeys',
  'recovery_codes',
  'jobs',
  'organization_settings',
  'holidays',
  'muted_mails',
  'webhooks',
  'written_bytes',
  'activity_sources',
  'activity_emails',
  'activity_logins',
  'activity_claims',
  'activity_code_mails',
  'schema_migrations',
  'search_progress',
]

/** All other tables grow every working day, so no call may scan them. */
export async function growingTables(db: Db): Promise<string[]> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  // SQLite stores its full-text indexes in tables. Those of PostgreSQL are tables with an index.
  return tables.filter(name => !smallTables.includes(name) && !isFullTextTable(name))
}

/** A page may read at most a day of a hundred reports and the page itself; the CSV export reads as much at a time. */
const mostRows = 450

export type Statement = { sql: string; parameters: readonly unknown[] }

/** The problems in the engine's plan for a statement; empty when it reads only what it needs. */
export function complaintsAbout(
  db: Db,
  growing: readonly string[],
  statement: Statement,
  rowsMax = mostRows,
): Promise<string[]> {
  const isGrowing = (table: string | undefined) => table !== undefined && growing.includes(table)
  return testEngine() === 'sqlite'
    ? sqliteComplaints(db, statement, isGrowing)
    : postgresComplaints(db, statement, isGrowing, rowsMax)
}

type IsGrowing = (table: string | undefined) => boolean

async function explain<Row>(db: Db, how: string, { sql, parameters }: Statement): Promise<Row[]> {
  return (await db.executeQuery(CompiledQuery.raw(`${how} ${sql}`, [...parameters]))).rows as Row[]
}

/** SQLite chooses a plan by the indexes alone, because no statistics are made here. */
async function sqliteComplaints(db: Db, statement: Statement, isGrowing: IsGrowing): Promise<string[]> {
  // The plan of an insert names every table that could reference the new row, but SQLite reads these only for deferred
  // foreign keys, so only its select is checked.
  if (/^insert into .* values /.test(statement.sql)) return []
  const sql = statement.sql.replace(/^insert into .*? \(.*?\) (select .*?)( returning .*)?$/, '$1')
  const steps = (await explain<{ detail: string }>(db, 'explain query plan', { ...statement, sql })).map(
    row => row.detail,
  )
  const scans = steps.filter(step => isGrowing(/^SCAN (\w+)/.exec(step)?.[1]))
  // A scan in the order of an index, without a condition, stops at the limit; a second scan, for a joined table, would not.
  const stopsEarly =
    scans.length === 1 &&
    / limit /.test(statement.sql) &&
    !/ where /.test(statement.sql) &&
    !steps.some(step => step.startsWith('USE TEMP B-TREE') || step.includes(' AUTOMATIC '))
  return stopsEarly ? [] : scans
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

async function postgresComplaints(
  db: Db,
  statement: Statement,
  isGrowing: IsGrowing,
  rowsMax: number,
): Promise<string[]> {
  const isSelect = /^\s*(select|with)\b/i.test(statement.sql)
  // EXPLAIN ANALYZE runs the statement, so only selects get it.
  const how = isSelect ? 'explain (analyze, timing off, format json)' : 'explain (format json)'
  const [row] = await explain<{ 'QUERY PLAN': { Plan: Plan }[] }>(db, how, statement)
  return nodesOf(row?.['QUERY PLAN'][0]?.Plan).flatMap(node => {
    const table = node['Relation Name']
    if (!isGrowing(table)) return []
    const what = `${node['Node Type']} on ${table}`
    if (node['Node Type'] === 'Seq Scan') return [what]
    const each =
      (node['Actual Rows'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)
    const read = each * (node['Actual Loops'] ?? 1)
    return read > rowsMax ? [`${what} reads ${read} rows`] : []
  })
}

function nodesOf(plan: Plan | undefined): Plan[] {
  return plan ? [plan, ...(plan.Plans ?? []).flatMap(nodesOf)] : []
}
