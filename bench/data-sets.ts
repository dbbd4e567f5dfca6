import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { addDays } from '#shared/dates.ts'
import { connect } from '../server/src/db/connect.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { recount } from '../server/src/db/recount.ts'
import type { Db } from '../server/src/db/schema.ts'
import { rebuildIndex } from '../server/src/features/search/build-index.service.ts'
import { createPasswords } from '../server/src/identity/passwords.ts'
import { hashSignInId } from '../server/src/identity/tokens.ts'
import { markName } from '../server/src/storage/file-store.ts'

/** S is a team after a year, L a large company after years. Both have about 15 people on a project. */
export const sizes = {
  S: { people: 50, days: 250, recorded: 10_000 },
  L: { people: 1000, days: 1000, recorded: 1_000_000 },
} as const
export type Size = keyof typeof sizes

/** The newest day with reports, which is fixed so that every run makes the same calls. */
export const lastDay = '2025-12-31'
export const firstDay = (size: Size) => addDays(lastDay, 1 - sizes[size].days)
export const reportsOf = (size: Size) => sizes[size].people * sizes[size].days
const teamSize = 10
export const teamsOf = (size: Size) => sizes[size].people / teamSize
export const projectsOf = (size: Size) => sizes[size].people / 5
/** The id of each user's only sign-in, which their token contains. */
export const signInOf = (userId: number) => `bench-${userId}`
export const password = 'bench-password'

const folder = join(import.meta.dirname, 'data')
const databaseFile = 'daily-report.db'

/** The location of a data set, for connect() and for the server's environment. */
export type DataSet = { size: Size; dataDir: string; databaseUrl?: string }

/** Identifies the migrations, the counts and the generator: a data set is made again when one of them changes. */
const version = (() => {
  const server = join(import.meta.dirname, '../server/src')
  const migrations = join(server, 'db/migrations')
  const files = [
    import.meta.filename,
    join(server, 'db/recount.ts'),
    ...readdirSync(migrations)
      .sort()
      .map(name => join(migrations, name)),
  ]
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 10)
})()

export function has(size: Size): boolean {
  return existsSync(join(folder, `${size}-${version}`, databaseFile))
}

/** The SQLite data set of this size, which is made if it doesn't exist. */
export async function sqliteDataSet(size: Size, say: (line: string) => void): Promise<DataSet> {
  const dataDir = join(folder, `${size}-${version}`)
  if (has(size)) return { size, dataDir }
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder).filter(name => name.startsWith(`${size}-`)))
    rmSync(join(folder, name), { recursive: true })
  // The data set has another name until it is complete, so that an interrupted run leaves none that looks complete.
  const unfinished = join(folder, `${size}-unfinished`)
  const db = connect({ dataDir: unfinished, databaseUrl: undefined })
  try {
    for (const pragma of ['synchronous = off', 'cache_size = -400000', 'foreign_keys = off'])
      await sql.raw(`pragma ${pragma}`).execute(db)
    await fill(db, size, say)
    await sql.raw('pragma wal_checkpoint(truncate)').execute(db)
  } finally {
    await db.destroy()
  }
  renameSync(unfinished, dataDir)
  return { size, dataDir }
}

/** A copy for writing, so that the data set stays unchanged. */
export function sqliteCopy(source: DataSet, target: string): DataSet {
  // The folder of files is copied too, because a server marks both on its first start and then requires the pair.
  cpSync(source.dataDir, target, { recursive: true })
  return { size: source.size, dataDir: target }
}

const databaseName = (size: Size) => `daily_report_bench_${size.toLowerCase()}_${version}`

export async function postgresHas(url: string, size: Size): Promise<boolean> {
  const { rowCount } = await asAdmin(url, `select 1 from pg_database where datname = '${databaseName(size)}'`)
  return rowCount === 1
}

/** The PostgreSQL data set of this size, in its own database on the server that `url` names. */
export async function postgresDataSet(
  url: string,
  size: Size,
  dataDir: string,
  say: (line: string) => void,
): Promise<DataSet> {
  const name = databaseName(size)
  const found = { size, dataDir, databaseUrl: onDatabase(url, name) }
  if (await postgresHas(url, size)) {
    // The folder of files is new each time, and a database without the mark accepts any folder.
    await asAdmin(found.databaseUrl, `delete from shared_values where name = '${markName}'`)
    return found
  }
  const { rows } = await asAdmin(
    url,
    `select datname from pg_database where datname like 'daily\\_report\\_bench\\_${size.toLowerCase()}\\_%'`,
  )
  for (const { datname } of rows) await asAdmin(url, `drop database "${datname}"`)
  const unfinished = `${name}_unfinished`
  await asAdmin(url, `create database "${unfinished}"`)
  const db = connect({ dataDir: '', databaseUrl: onDatabase(url, unfinished) }, { withoutQueryTimeout: true })
  try {
    await fill(db, size, say)
    // Autovacuum would do this too, but only minutes later.
    await sql.raw('vacuum (analyze)').execute(db)
  } finally {
    await db.destroy()
  }
  await asAdmin(url, `alter database "${unfinished}" rename to "${name}"`)
  return found
}

export async function postgresCopy(
  url: string,
  source: DataSet,
  dataDir: string,
): Promise<DataSet & { drop(): Promise<void> }> {
  const name = `daily_report_bench_copy_${process.pid}`
  await asAdmin(url, `create database "${name}" template "${databaseName(source.size)}"`)
  return {
    size: source.size,
    dataDir,
    databaseUrl: onDatabase(url, name),
    drop: async () => void (await asAdmin(url, `drop database if exists "${name}" with (force)`)),
  }
}

function onDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

async function asAdmin(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

const roles = ['developer', 'designer', 'marketing', 'developer']
const work = [
  'Fixed the totals of the monthly overview',
  'Reviewed the changes of the sign-in page',
  'Met the customer about the next release',
  'Wrote tests for the import of addresses',
  'Prepared the pictures of the landing page',
  'Answered questions of the support team',
  'Moved the old reports to the new server',
]
const plans = ['Finish the open review', 'Start with the mobile layout', 'Write down what was decided']

/** SQL for both engines that selects one of several texts by a number. */
function oneOf(texts: readonly string[], number: string): string {
  const cases = texts.map((text, index) => `when ${index} then '${text.replaceAll("'", "''")}'`)
  return `case (${number}) % ${texts.length} ${cases.join(' ')} end`
}

/** Generates all rows in SQL by arithmetic on counters, so the data are the same on every machine. */
async function fill(db: Db, size: Size, say: (line: string) => void): Promise<void> {
  const { people, days, recorded } = sizes[size]
  const projects = projectsOf(size)
  await migrate(db)
  const password_hash = await createPasswords().hash(password)
  const made = '2023-01-01T08:00:00.000Z'
  const counted = (count: number) =>
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`
  const run = async (what: string, text: string) => {
    const began = performance.now()
    await sql.raw(text).execute(db)
    say(`  ${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  const signInRow = (user: number) =>
    `('${hashSignInId(signInOf(user))}', ${user}, '${made}', '2099-01-01T00:00:00.000Z')`
  // A person works on three projects, and the project of a row changes from day to day.
  const projectOf = (user: string, turn: string) =>
    `1 + (${user} - 1 + case (${turn}) % 3 when 0 then 0 when 1 then 1 else 7 end) % ${projects}`

  // Most reports of the last day are unreviewed, and some of the two weeks before; some older ones need changes.
  const reviewStateOf = (user: string, k: string, days: number) =>
    `case when ${k} >= ${days - 1} then case ${user} % 20 when 0 then 'needs_changes' when 4 then 'reviewed'
      when 8 then 'reviewed' else 'unreviewed' end
    when ${k} >= ${days - 15} and ${user} % 10 = 0 then 'unreviewed'
    when ${k} < ${days - 15} and (${user} + ${k}) % 101 = 0 then 'needs_changes' else 'reviewed' end`

  await run(
    'people',
    `insert into users (name, name_key, email, role, password_hash, created_at)
    ${counted(people)} select 'Person ' || i, 'person ' || i, 'person' || i || '@example.com',
      case i when 1 then 'admin' when 2 then 'manager' else ${oneOf(roles, 'i')} end, '${password_hash}', '${made}' from n`,
  )
  await run(
    'sign-ins',
    `insert into sign_ins (id, user_id, created_at, expires_at)
    values ${Array.from({ length: people }, (_, index) => signInRow(index + 1)).join(', ')}`,
  )
  // Teams of ten. The manager leads two of them, and sees no one else.
  await run(
    'teams',
    `insert into teams (name, name_key, created_at)
    ${counted(people / teamSize)} select 'Team ' || i, 'team ' || i, '${made}' from n`,
  )
  await run(
    'members of teams',
    `insert into team_members (team_id, user_id) select 1 + (id - 1) / ${teamSize}, id from users`,
  )
  await sql.raw('insert into team_leads (team_id, user_id) values (1, 2), (2, 2)').execute(db)
  await sql.raw("insert into organization_settings (id, manager_scope) values (1, 'teams')").execute(db)
  await run(
    'projects',
    `insert into projects (name, name_key, description, created_at)
    ${counted(projects)} select 'Project ' || i, 'project ' || i, ${oneOf(work, 'i')}, '${made}' from n`,
  )
  await run(
    'members',
    `insert into project_members (project_id, user_id)
    select distinct p, id from (${[0, 1, 2].map(turn => `select ${projectOf('id', String(turn))} as p, id from users`).join(' union all ')}) as m`,
  )
  await run(
    'tasks',
    `insert into tasks (title, description, project_id, assigned_to, assigned_by, expected_tenths, status, created_at)
    ${counted(people * 10)} select ${oneOf(work, 'i')} || ' ' || i, ${oneOf(plans, 'i')},
      ${projectOf(`(1 + i % ${people})`, 'i')}, 1 + i % ${people}, 1 + i % 2, 5 + i % 75,
      case i % 5 when 0 then 'pending' when 1 then 'in_progress' else 'completed' end, '2024-0' || (1 + i % 9) || '-1' || (i % 10) || 'T09:00:00.000Z' from n`,
  )
  await sql
    .raw(
      "update tasks set actual_tenths = expected_tenths, completed_at = created_at where status = 'completed'",
    )
    .execute(db)
  const calendar = Array.from({ length: days }, (_, k) => `(${k}, '${addDays(lastDay, k + 1 - days)}')`)
  const stateOf = reviewStateOf('users.id', 'k', days)
  await run(
    'reports',
    `insert into reports
      (user_id, date, tasks, minutes, blockers, tomorrow_plan, project_id, created_at, review_state, reviewed_by, reviewed_at)
    with days(k, day) as (values ${calendar.join(', ')})
    select users.id, day, ${oneOf(work, 'users.id + k')} || '. ' || ${oneOf(work, 'users.id + 3 * k + 1')} || '.', 480,
      case (users.id + k) % 9 when 0 then 'Waiting for access to the test system' end, ${oneOf(plans, 'users.id + k')},
      ${projectOf('users.id', 'k')}, day || 'T16:00:00.000Z', ${stateOf},
      case ${stateOf} when 'unreviewed' then null else case users.id when 1 then 2 else 1 end end,
      case ${stateOf} when 'unreviewed' then null else day || 'T17:00:00.000Z' end
    from days cross join users order by k, users.id`,
  )
  await run(
    'rows',
    `insert into report_rows (report_id, position, description, minutes, project_id)
    select reports.id, position, ${oneOf(work, 'reports.id + 5 * position')}, minutes_of,
      ${projectOf('user_id', 'reports.id + case position when 2 then reports.id % 2 else position end')}
    from reports cross join (select 0 as position, 210 as minutes_of union all select 1, 165 union all select 2, 105) as r
    order by reports.id, position`,
  )
  await run(
    'comments',
    `insert into comments (report_id, parent_id, level, user_id, comment, created_at)
    select id, null, 1, 1 + id % 2, 'Thank you, ' || ${oneOf(plans, 'id')}, created_at
    from reports cross join (select 1 as first union all select 2) as two where id % 4 = 0 order by id`,
  )
  await run(
    'blockers',
    `insert into blockers (report_id, user_id, project_id, text, text_key, opened_on, created_at, resolved_at, resolved_by)
    select id, user_id, project_id, blockers, 'key ' || id, date, created_at,
      case when date < '${addDays(lastDay, -20)}' then date || 'T18:00:00.000Z' end,
      case when date < '${addDays(lastDay, -20)}' then 1 end
    from reports where blockers is not null order by id`,
  )
  // For the last 90 days, authors get about four notifications in three days. The notifications are dated in the future,
  // because the measured server deletes old ones.
  const inTheFuture = (column: string) => `'2098' || substr(${column}, 5)`
  const dataOf = (author: string) =>
    `'{"report_id":' || reports.id || ',"author":' || ${author} || ',"date":"' || reports.date || '"'`
  await run(
    'notifications',
    `insert into notifications (user_id, kind, subject, actor_id, comment_id, data, created_at, read_at)
    select reports.user_id, 'comment', 'report:' || reports.id, comments.user_id, comments.id, ${dataOf('reports.user_id')} || '}',
      ${inTheFuture('comments.created_at')}, case when reports.date < '${addDays(lastDay, -5)}' then comments.created_at end
    from reports join comments on comments.report_id = reports.id
    where reports.date > '${addDays(lastDay, -90)}' and comments.user_id <> reports.user_id
    union all
    select user_id, 'review', 'report:' || id, reviewed_by, null, ${dataOf('user_id')} || ',"is_asked":false}',
      ${inTheFuture('reviewed_at')}, case when date < '${addDays(lastDay, -5)}' then reviewed_at end
    from reports where date > '${addDays(lastDay, -90)}' and review_state = 'reviewed'`,
  )
  // Entries are dated in the future too, because the measured server deletes old ones.
  await run(
    'record',
    `insert into record_entries (at, kind, actor_id, via, address, target_type, target_id, user_id, details)
    ${counted(recorded)} select '2098-0' || (1 + i % 9) || '-' || (10 + i % 19) || 'T0' || (i % 10) || ':' || (10 + i % 50) || ':00.000Z',
      ${oneOf(['sign_in.succeeded', 'sign_in.ended', 'export.made', 'user.changed'], 'i')}, 1 + i % ${people},
      ${oneOf(['session', 'session', 'token'], 'i')}, '203.0.113.7', 'user', 1 + i % ${people}, 1 + i % ${people}, '{}' from n`,
  )
  const began = performance.now()
  await recount(db)
  say(`  kept counts: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  const indexing = performance.now()
  await rebuildIndex(db)
  say(`  search index: ${((performance.now() - indexing) / 1000).toFixed(1)} s`)
}
