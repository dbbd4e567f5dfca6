import { sql } from 'kysely'
import { idReference, idType } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** Secret addresses that calendar programs read, and when time off was last changed, which they are told. */
export const calendarFeeds: Migration = {
  name: '0050-calendar-feeds',
  async up(trx) {
    await trx.schema
      .createTable('calendar_feeds')
      .addColumn('id', idType(trx))
      // Who made it. Without a team, it is this user's own.
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('team_id', idReference(trx), column => column.unique().references('teams.id'))
      .addColumn('hash', 'text', column => column.notNull().unique())
      .addColumn('created_at', 'text', column => column.notNull())
      .execute()
    await trx.schema.createIndex('calendar_feeds_maker').on('calendar_feeds').column('user_id').execute()
    await sql`create unique index calendar_feeds_own on calendar_feeds (user_id) where team_id is null`.execute(
      trx,
    )
    await trx.schema.alterTable('absences').addColumn('changed_at', 'text').execute()
  },
}
