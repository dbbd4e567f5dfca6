import { sql } from 'kysely'
import { hasBlockers } from '#shared/contract/blockers.ts'
import { addDays } from '#shared/dates.ts'
import { dayInZone } from '#shared/zones.ts'
import { textKey } from '../../lib/text-key.ts'
import { idReference, idType } from '../engine.ts'
import type { Migration } from '../migration.ts'
import type { Trx } from '../schema.ts'

/** The last report of a user opens its blocker if it is at most so many days old. */
const recentDays = 14

/** Blockers that reports open. Of one user no two open ones have the same text. */
export const blockers: Migration = {
  name: '0028-blockers',
  async up(trx, now) {
    await trx.schema
      .createTable('blockers')
      .addColumn('id', idType(trx))
      .addColumn('report_id', idReference(trx), column => column.notNull().references('reports.id'))
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('project_id', idReference(trx), column => column.references('projects.id'))
      .addColumn('text', 'text', column => column.notNull())
      .addColumn('text_key', 'text', column => column.notNull())
      .addColumn('opened_on', 'text', column => column.notNull())
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('owner_id', idReference(trx), column => column.references('users.id'))
      .addColumn('resolved_at', 'text')
      .addColumn('resolved_by', idReference(trx), column => column.references('users.id'))
      .addColumn('note', 'text')
      .execute()
    const index = (name: string, columns: string, where: string, kind = 'index') =>
      sql`create ${sql.raw(kind)} ${sql.raw(name)} on blockers (${sql.raw(columns)}) where ${sql.raw(where)}`.execute(
        trx,
      )
    const [open, resolved] = ['resolved_at is null', 'resolved_at is not null']
    await index('blockers_text', 'user_id, text_key', open, 'unique index')
    // One index per list and filter, in the order of the list: open blockers by age, resolved ones by that date.
    await index('blockers_open', 'opened_on, id', open)
    await index('blockers_open_project', 'project_id, opened_on, id', open)
    await index('blockers_open_user', 'user_id, opened_on, id', open)
    await index('blockers_resolved', 'resolved_at, id', resolved)
    await index('blockers_resolved_project', 'project_id, resolved_at, id', resolved)
    await index('blockers_resolved_user', 'user_id, resolved_at, id', resolved)
    await index('blockers_owner', 'owner_id, resolved_at', 'owner_id is not null')
    await openLatest(trx, now)
  },
}

async function openLatest(trx: Trx, now: Date): Promise<void> {
  const organization = await trx.selectFrom('organization_settings').select('time_zone').executeTakeFirst()
  const first = addDays(dayInZone(now, organization?.time_zone ?? 'UTC'), -recentDays)
  const users = await trx.selectFrom('users').select('id').where('deleted_at', 'is', null).execute()
  for (const { id } of users) {
    const report = await trx
      .selectFrom('reports')
      .select(['id', 'user_id', 'project_id', 'blockers', 'date', 'created_at'])
      .where('user_id', '=', id)
      .where('date', '>=', first)
      .orderBy('date', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!report || !hasBlockers(report.blockers)) continue
    const text = report.blockers ?? ''
    await trx
      .insertInto('blockers')
      .values({
        report_id: report.id,
        user_id: id,
        project_id: report.project_id,
        text,
        text_key: textKey(text),
        opened_on: report.date,
        created_at: report.created_at,
      })
      .execute()
  }
  const day = sql.raw("cast(replace(opened_on, '-', '') as integer)")
  await sql`insert into day_counts (subject, project_id, day, total)
    select 7, 0, ${day}, count(*) from blockers group by 3
    union all
    select 7, project_id, ${day}, count(*) from blockers where project_id is not null group by 2, 3`.execute(
    trx,
  )
}
