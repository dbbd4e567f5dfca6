import { sql } from 'kysely'
import type { NotificationKind } from '#shared/contract/notification-kinds.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { canSignIn } from '../users/users.service.ts'

export async function hasDue(db: Db, now: string): Promise<boolean> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('mail_due_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type DueRow = { id: number; user_id: number; kind: NotificationKind; is_daily: boolean }

/**
 * Takes the notifications whose mail is due, each once however many instances ask, and with them those of the same kind, or of
 * the same user with one mail a day, that would follow soon.
 */
export async function takeDue(trx: Trx, now: string, soon: string): Promise<DueRow[]> {
  const due = trx.selectFrom('notifications as due').where('due.mail_due_at', '<=', now)
  const ofKind = due.select(['due.user_id', 'due.kind'])
  const ofDay = due
    .innerJoin('users', 'users.id', 'due.user_id')
    .select('due.user_id')
    .where('users.email_notifications', '=', 'daily')
  const taken = await trx
    .updateTable('notifications')
    .set({ mail_due_at: null })
    .where('mail_due_at', '<=', soon)
    .where(sql<boolean>`((user_id, kind) in ${ofKind} or user_id in ${ofDay})`)
    .returning(['id', 'user_id', 'kind', 'read_at'])
    .execute()
  const unread = taken.filter(({ read_at }) => read_at === null)
  if (unread.length === 0) return []
  const daily = await trx
    .selectFrom('users')
    .select('id')
    .where('email_notifications', '=', 'daily')
    .where(isOneOf(trx, 'id', [...new Set(unread.map(({ user_id }) => user_id))]))
    .execute()
  const isDaily = new Set(daily.map(({ id }) => id))
  return unread.map(({ id, user_id, kind }) => ({ id, user_id, kind, is_daily: isDaily.has(user_id) }))
}

/** Null: its mail was not accepted. */
export async function markMailed(db: Db, ids: readonly number[], mailed_at: string | null): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ mailed_at })
    .where(isOneOf(db, 'id', ids))
    .execute()
}

/** A live account that can sign in, as it wants its mails. */
export function findMailReader(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'time_zone', 'email_notifications'])
    .where('id', '=', id)
    .where(canSignIn)
    .executeTakeFirst()
}
export type MailReader = NonNullable<Awaited<ReturnType<typeof findMailReader>>>

/** Has a user reported for a day? */
export async function hasReport(db: Db, userId: number, date: string): Promise<boolean> {
  const row = await db
    .selectFrom('reports')
    .select('id')
    .where('user_id', '=', userId)
    .where('date', '=', date)
    .executeTakeFirst()
  return row !== undefined
}

/** Comments in full: the inbox has their beginning only. */
export async function findComments(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'comment'])
    .where(isOneOf(db, 'id', ids))
    .execute()
  return new Map(rows.map(({ id, comment }) => [id, comment]))
}
