import { sql } from 'kysely'
import { idReference, isOneOf } from '../engine.ts'
import type { Migration } from '../migration.ts'

/**
 * The row of a notification says which mail it belongs to. Before, the job listed all ids, so its payload grew with
 * them. `lane` keeps mails to one user in order; `subject` is for the list of failed mails.
 */
export const mailsWithRows: Migration = {
  name: '0038-mails-with-rows',
  async up(trx) {
    await trx.schema.alterTable('notifications').addColumn('mail_id', idReference(trx)).execute()
    await sql`create index notifications_of_mail on notifications (mail_id, id)
      where mail_id is not null`.execute(trx)
    await sql`create index notifications_mail_user on notifications (user_id, mail_due_at)
      where mail_due_at is not null`.execute(trx)
    await trx.schema.alterTable('jobs').addColumn('lane', 'text').execute()
    await trx.schema.alterTable('jobs').addColumn('subject', 'text').execute()
    await sql`create index jobs_of_lane on jobs (lane, id)
      where lane is not null and failed_at is null`.execute(trx)

    // Mails that are queued or were given up.
    const jobs = await trx
      .selectFrom('jobs')
      .select(['id', 'payload'])
      .where('kind', '=', 'notification.mail')
      .execute()
    for (const { id, payload } of jobs) {
      const { user, kind, ids }: { user: number; kind: string; ids: number[] } = JSON.parse(payload)
      const mail = ids.reduce((first, each) => Math.min(first, each))
      await trx
        .updateTable('notifications')
        .set({ mail_id: mail })
        .where(isOneOf(trx, 'id', ids))
        .execute()
      // No further notifications join these mails, and their Message-ID stays the same.
      const taken = { user, kind, mail, last: 0, until: '', message: String(mail) }
      await trx
        .updateTable('jobs')
        .set({ payload: JSON.stringify(taken), lane: String(user) })
        .where('id', '=', id)
        .execute()
    }
  },
}
