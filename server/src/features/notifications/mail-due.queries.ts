import type { NotificationKind } from '#shared/contract/notification-kinds.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'

/** What users have turned off. */
export function findMutedOf(db: Db, userIds: readonly number[]) {
  return db
    .selectFrom('muted_mails')
    .select(['user_id', 'kind'])
    .where(isOneOf(db, 'user_id', userIds))
    .execute()
}

export async function setMailDueAt(trx: Trx, userId: number, mail_due_at: string | null): Promise<void> {
  await trx
    .updateTable('notifications')
    .set({ mail_due_at })
    .where('user_id', '=', userId)
    .where('mail_due_at', 'is not', null)
    .execute()
}

export async function findMuted(db: Db, userId: number): Promise<NotificationKind[]> {
  const rows = await db
    .selectFrom('muted_mails')
    .select('kind')
    .where('user_id', '=', userId)
    .orderBy('kind')
    .execute()
  return rows.map(row => row.kind)
}

/** These and no others. */
export async function replaceMuted(
  trx: Trx,
  userId: number,
  kinds: readonly NotificationKind[],
): Promise<void> {
  await trx.deleteFrom('muted_mails').where('user_id', '=', userId).execute()
  const rows = [...new Set(kinds)].map(kind => ({ user_id: userId, kind }))
  if (rows.length > 0) await trx.insertInto('muted_mails').values(rows).execute()
}

export async function insertMuted(trx: Trx, userId: number, kind: NotificationKind): Promise<void> {
  await trx
    .insertInto('muted_mails')
    .values({ user_id: userId, kind })
    .onConflict(conflict => conflict.columns(['user_id', 'kind']).doNothing())
    .execute()
}
