import { sql } from 'kysely'
import { isSqlite } from '../engine.ts'
import type { Migration } from '../migration.ts'

/**
 * Calendars read a user's days from an index alone: a year of 1,000 people's reports is spread over the whole table, and
 * took 4 ms there instead of half a millisecond.
 */
export const calendarIndex: Migration = {
  name: '0025-calendar-index',
  async up(trx) {
    if (isSqlite(trx)) {
      // A unique index of SQLite can't carry further columns.
      await sql`create index reports_calendar on reports (user_id, date, minutes, created_at, time_zone)`.execute(
        trx,
      )
      return
    }
    await sql`drop index reports_user_date`.execute(trx)
    await sql`create unique index reports_user_date on reports (user_id, date)
      include (id, minutes, created_at, time_zone)`.execute(trx)
  },
}
