import { idReference, idType } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** Time off. Of one user it never overlaps (absences.service.ts). */
export const absences: Migration = {
  name: '0024-absences',
  async up(trx) {
    await trx.schema
      .createTable('absences')
      .addColumn('id', idType(trx))
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('start_date', 'text', column => column.notNull())
      .addColumn('end_date', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('note', 'text')
      .addColumn('created_at', 'text', column => column.notNull())
      .execute()
    // A user's time off on some days: what ends on the first of them or later.
    await trx.schema
      .createIndex('absences_user')
      .on('absences')
      .columns(['user_id', 'end_date', 'start_date'])
      .unique()
      .execute()
    // For the list of all users' time off, newest first; the index is read backwards.
    await trx.schema.createIndex('absences_start').on('absences').columns(['start_date', 'id']).execute()
  },
}
