import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Clock, systemClock } from '#shared/dates.ts'
import { connectWith } from './connect.ts'
import { acquireLock, isSqlite } from './engine.ts'
import { claimExclusiveLock, OtherInstanceError } from './instance-lock.ts'
import type { Migration } from './migration.ts'
import { accounts } from './migrations/0001-accounts.ts'
import { projects } from './migrations/0002-projects.ts'
import { reports } from './migrations/0003-reports.ts'
import { projectResources } from './migrations/0004-project-resources.ts'
import { tasks } from './migrations/0005-tasks.ts'
import { periodCounts } from './migrations/0006-period-counts.ts'
import { listIndexes } from './migrations/0007-list-indexes.ts'
import { taskSearch } from './migrations/0008-task-search.ts'
import { hashedSignIns } from './migrations/0009-hashed-sign-ins.ts'
import { knownDevices } from './migrations/0010-known-devices.ts'
import { jobs } from './migrations/0014-jobs.ts'
import { dayCounts } from './migrations/0015-day-counts.ts'
import { accountsWithoutPassword } from './migrations/0017-accounts-without-password.ts'
import { signInDevices } from './migrations/0018-sign-in-devices.ts'
import { authorIndexes } from './migrations/0019-author-indexes.ts'
import { oneTimeCodes } from './migrations/0020-one-time-codes.ts'
import { settings } from './migrations/0022-settings.ts'
import { ownDays } from './migrations/0023-own-days.ts'
import { absences } from './migrations/0024-absences.ts'
import { calendarIndex } from './migrations/0025-calendar-index.ts'
import { reviews } from './migrations/0026-reviews.ts'
import { nudges } from './migrations/0027-nudges.ts'
import { blockers } from './migrations/0028-blockers.ts'
import { earlierReportsZone } from './migrations/0029-earlier-reports-zone.ts'
import { rowTasks } from './migrations/0030-row-tasks.ts'
import { notifications } from './migrations/0031-notifications.ts'
import { countsInTheirIndex } from './migrations/0035-counts-in-their-index.ts'
import { namesInOrder } from './migrations/0036-names-in-order.ts'
import { mailedNotifications } from './migrations/0037-mailed-notifications.ts'
import { mailsWithRows } from './migrations/0038-mails-with-rows.ts'
import { writtenBytes } from './migrations/0039-written-bytes.ts'
import { teams } from './migrations/0040-teams.ts'
import { managerScope } from './migrations/0041-manager-scope.ts'
import { reportsOfPeople } from './migrations/0042-reports-of-people.ts'
import { search } from './migrations/0043-search.ts'
import { keptHours } from './migrations/0044-kept-hours.ts'
import { accessTokens } from './migrations/0047-access-tokens.ts'
import { webhooks } from './migrations/0048-webhooks.ts'
import { activity } from './migrations/0049-activity.ts'
import { calendarFeeds } from './migrations/0050-calendar-feeds.ts'
import { record } from './migrations/0051-record.ts'
import { identities } from './migrations/0052-identities.ts'
import { secondStep } from './migrations/0053-second-step.ts'
import { reportDrafts } from './migrations/0054-report-drafts.ts'
import { jobsOfAKind } from './migrations/0055-jobs-of-a-kind.ts'
import { sharesOfMonths } from './migrations/0056-shares-of-months.ts'
import { waitingSignOns } from './migrations/0057-waiting-sign-ons.ts'
import { activityClaims } from './migrations/0060-activity-claims.ts'
import { noReplyLogins } from './migrations/0061-no-reply-logins.ts'
import { refuseOtherTables } from './other-tables.ts'
import type { Db, Trx } from './schema.ts'
import { hasTable, recordVersion, schemaVersion, writtenBy } from './schema-version.ts'
import { sqliteDialect } from './sqlite.ts'
import { listTables, type Table } from './tables.ts'

/**
 * In the order in which they came. Each after 1.0.0 raises the version, so it stands at the end, whatever its number is
 * (CONTRIBUTING.md).
 */
export const migrations: readonly Migration[] = [
  accounts,
  projects,
  reports,
  projectResources,
  tasks,
  periodCounts,
  listIndexes,
  taskSearch,
  hashedSignIns,
  knownDevices,
  jobs,
  dayCounts,
  accountsWithoutPassword,
  signInDevices,
  authorIndexes,
  oneTimeCodes,
  settings,
  ownDays,
  absences,
  calendarIndex,
  reviews,
  nudges,
  blockers,
  earlierReportsZone,
  rowTasks,
  notifications,
  countsInTheirIndex,
  namesInOrder,
  mailedNotifications,
  mailsWithRows,
  writtenBytes,
  teams,
  managerScope,
  reportsOfPeople,
  search,
  keptHours,
  accessTokens,
  webhooks,
  activity,
  calendarFeeds,
  record,
  identities,
  secondStep,
  reportDrafts,
  jobsOfAKind,
  sharesOfMonths,
  waitingSignOns,
  activityClaims,
  noReplyLogins,
]

/** The message tells the operator what to do, so it is printed without a stack. */
export class NewerDatabaseError extends Error {
  constructor(names: string[], writer: string | undefined) {
    super(
      `The database was written by ${writtenBy(writer)}. It has migrations that this version doesn't know: ${names.join(', ')}. ` +
        'Nothing was changed. Start the newer version, or restore a backup made before the upgrade.',
    )
    this.name = 'NewerDatabaseError'
  }
}

/**
 * Each migration is one transaction that first takes the same lock: instances that start together run
 * each of them once, and a process killed in the middle leaves nothing half done for the next.
 */
export async function migrate(db: Db, all = migrations, clock: Clock = systemClock): Promise<string[]> {
  const ran: string[] = []
  refuseOtherTables(await listTables(db), isSqlite(db) ? 'DATA_DIR' : 'DATABASE_URL')
  await runExclusive(db, createList)
  for (const migration of all) {
    await runExclusive(db, async trx => {
      if (await apply(trx, migration, all, clock)) ran.push(migration.name)
    })
    // `migratedTables` runs this while requests are served, and SQLite answers without yielding to the event loop.
    await yieldToEventLoop()
  }
  return ran
}

/** Like `migrate`, as part of the caller's transaction. */
export async function migrateWithin(trx: Trx, all = migrations, clock: Clock = systemClock): Promise<void> {
  await lockMigrations(trx)
  await createList(trx)
  for (const migration of all) await apply(trx, migration, all, clock)
}

/** While one instance holds this lock, no other can start. */
export function lockMigrations(trx: Trx): Promise<void> {
  return acquireLock(trx, 'migrations')
}

async function createList(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('schema_migrations')
    .ifNotExists()
    .addColumn('name', 'text', column => column.primaryKey())
    .addColumn('applied_at', 'text', column => column.notNull())
    .execute()
}

/** Returns false if the migration was applied before. */
async function apply(
  trx: Trx,
  migration: Migration,
  all: readonly Migration[],
  clock: Clock,
): Promise<boolean> {
  const applied = (await trx.selectFrom('schema_migrations').select('name').execute()).map(row => row.name)
  const unknown = applied.filter(name => !all.some(known => known.name === name))
  if (unknown.length > 0) throw new NewerDatabaseError(unknown.sort(), await schemaVersion(trx))
  if (applied.includes(migration.name)) return false
  // A running instance of the older version would fail at the changed tables or write unexpected data.
  if (applied.length > 0 && !isSqlite(trx) && !(await claimExclusiveLock(trx)))
    throw new OtherInstanceError(migration.name)
  const now = clock.now()
  await migration.up(trx, now)
  await trx
    .insertInto('schema_migrations')
    .values({ name: migration.name, applied_at: now.toISOString() })
    .execute()
  // An older program that finds this migration names the version, even if this start ends before its next step. The first
  // migration makes the table for it.
  if ([...applied, migration.name].includes(accounts.name)) await recordVersion(trx)
  return true
}

/** The migrations that a start would apply to an existing database; empty for a new one. */
export async function pendingMigrations(db: Db, all = migrations): Promise<string[]> {
  if (!(await hasTable(db, 'schema_migrations'))) return []
  const applied = (await db.selectFrom('schema_migrations').select('name').execute()).map(row => row.name)
  const pending = all.map(({ name }) => name).filter(name => !applied.includes(name))
  return applied.length === 0 ? [] : pending
}

/** The tables and columns that these migrations create. They are the same on both engines, so SQLite in memory shows them. */
export async function migratedTables(all = migrations): Promise<Table[]> {
  const db = connectWith(sqliteDialect(':memory:'))
  try {
    await migrate(db, all)
    return await listTables(db)
  } finally {
    await db.destroy()
  }
}

function runExclusive(db: Db, work: (trx: Trx) => Promise<void>): Promise<void> {
  return db.transaction().execute(async trx => {
    await lockMigrations(trx)
    await work(trx)
  })
}
