import { CompiledQuery } from 'kysely'
import type { Db } from '../../src/db/schema.ts'
import { testEngine } from '../test-database.ts'

/** As large as the staff and its projects: these may be read whole, and some answers are all of them. */
export const smallTables = [
  'users',
  'projects',
  'project_members',
  'project_people',
  'shared_values',
  'setup_codes',
  'known_devices',
  'one_time_codes',
  'jobs',
  'organization_settings',
  'holidays',
  'muted_mails',
  'written_bytes',
  'schema_migrations',
]

/** All others grow with every day of work: no call may read them from end to end. */
export async function growingTables(db: Db): Promise<string[]> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  // SQLite's index of titles is made of tables.
  return tables.filter(name => !smallTables.includes(name) && !name.startsWith('task_titles'))
}

/** The longest way a page goes inside a day of a hundred reports, and a page; or what the CSV export reads at a time. */
const mostRows = 450

export type Statement = { sql: string; parameters: readonly unknown[] }

/** What is wrong with how the engine would run this; empty when it reads only what it needs. */
export function complaintsAbout(db: Db, growing: readonly string[], statement: Statement): Promise<string[]> {
  const isGrowing = (table: string | undefined) => table !== undefined && growing.includes(table)
  return testEngine() === 'sqlite'
    ? sqliteComplaints(db, statement, isGrowing)
    : postgresComplaints(db, statement, isGrowing)
}

type IsGrowing = (table: string | undefined) => boolean

async function explain<Row>(db: Db, how: string, { sql, parameters }: Statement): Promise<Row[]> {
  return (await db.executeQuery(CompiledQuery.raw(`${how} ${sql}`, [...parameters]))).rows as Row[]
}

/** SQLite chooses by the indexes alone: without statistics, which nothing here makes, size does not matter to it. */
async function sqliteComplaints(db: Db, statement: Statement, isGrowing: IsGrowing): Promise<string[]> {
  // The plan of an insert names every table that could refer to a new row, yet it goes there only to settle a reference left
  // open: what it reads is what its select reads.
  if (/^insert into .* values /.test(statement.sql)) return []
  const sql = statement.sql.replace(/^insert into .*? \(.*?\) (select .*?)( returning .*)?$/, '$1')
  const steps = (await explain<{ detail: string }>(db, 'explain query plan', { ...statement, sql })).map(
    row => row.detail,
  )
  const scans = steps.filter(step => isGrowing(/^SCAN (\w+)/.exec(step)?.[1]))
  // In the order of an index, without a condition to search for, it stops at the limit; but not a second time, for
  // what is joined to the few that were found.
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

async function postgresComplaints(db: Db, statement: Statement, isGrowing: IsGrowing): Promise<string[]> {
  const isSelect = /^\s*(select|with)\b/i.test(statement.sql)
  // Only what changes nothing is really run.
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
    return read > mostRows ? [`${what} reads ${read} rows`] : []
  })
}

function nodesOf(plan: Plan | undefined): Plan[] {
  return plan ? [plan, ...(plan.Plans ?? []).flatMap(nodesOf)] : []
}
