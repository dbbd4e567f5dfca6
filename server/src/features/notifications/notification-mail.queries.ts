import { sql } from 'kysely'
import type { MutableKind, NotificationKind } from '#shared/contract/notifications.ts'
import { limits } from '#shared/limits.ts'
import { isOneOf, isSqlite } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { canSignIn } from '../../identity/accounts.queries.ts'
import type { VisiblePeople } from '../../identity/visible-people.ts'

/** Rows per statement. With more, other requests would wait for the event loop. */
export const batchSize = 500

/** Whether a notification is about one of these people, or about no person. */
export const isAboutOneOf = (db: Db, ids: readonly number[]) =>
  sql<boolean>`(notifications.person_id is null or ${isOneOf(db, 'notifications.person_id', ids)})`

export type Due = {
  id: number
  user_id: number
  kind: MutableKind
  mail_due_at: string
  read_at: string | null
  is_daily: boolean
}

/** A page of notifications whose mail is due, after the last one of the previous page. Empty after the last page. */
export async function findDue(
  db: Db,
  now: string,
  after: Pick<Due, 'id' | 'mail_due_at'> = { id: 0, mail_due_at: '' },
): Promise<Due[]> {
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select([
      'notifications.id',
      'notifications.user_id',
      'notifications.kind',
      'notifications.mail_due_at',
      'notifications.read_at',
      'users.email_notifications',
    ])
    .where('notifications.mail_due_at', '<=', now)
    .where('notifications.mail_due_at', '>=', after.mail_due_at)
    .where(({ eb, or }) =>
      or([eb('notifications.mail_due_at', '>', after.mail_due_at), eb('notifications.id', '>', after.id)]),
    )
    .orderBy('notifications.mail_due_at')
    .orderBy('notifications.id')
    .limit(batchSize)
    .execute()
  return rows.map(({ email_notifications, mail_due_at, kind, ...row }) => ({
    ...row,
    // Only kinds that can be turned off are due (kinds.ts).
    kind: kind as MutableKind,
    mail_due_at: mail_due_at ?? '',
    is_daily: email_notifications === 'daily',
  }))
}

/** Which of these are still due. The lock keeps other mails from adding them until the transaction ends. */
export async function lockDue(trx: Trx, ids: readonly number[]): Promise<Set<number>> {
  const query = trx
    .selectFrom('notifications')
    .select('id')
    .where(isOneOf(trx, 'id', ids))
    .where('mail_due_at', 'is not', null)
  const rows = await (isSqlite(trx) ? query : query.orderBy('id').forUpdate()).execute()
  return new Set(rows.map(({ id }) => id))
}

export async function findLastId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirst()
  return Number(row?.last ?? 0)
}

/** Notifications that were read in the app are not mailed. */
export async function clearDueOfRead(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx
    .updateTable('notifications')
    .set({ mail_due_at: null })
    .where(isOneOf(trx, 'id', ids))
    .where('read_at', 'is not', null)
    .execute()
}

/** Which notifications belong to a mail: those of one user, of one kind or all, up to the id `last`. */
export type MailScope = {
  user: number
  kind: MutableKind | 'daily'
  mail: number
  last: number
  /** Only notifications that are due by this time are included. */
  until: string
}

/** Adds the next due notifications to a mail; concurrent instances add none twice. Returns false once none are left. */
export async function addDueToMail(trx: Trx, { user, kind, mail, last, until }: MailScope): Promise<boolean> {
  const due = trx
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', user)
    .where('mail_due_at', '<=', until)
    .where('id', '<=', last)
    .$if(kind !== 'daily', query => query.where('kind', '=', kind as MutableKind))
    .limit(batchSize)
  const { numUpdatedRows } = await trx
    .updateTable('notifications')
    .set({ mail_due_at: null, mail_id: mail })
    .where('id', 'in', due)
    // Another transaction may have added it to a mail while this one waited for the row.
    .where('mail_due_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type Marked = {
  mail: number
  people: VisiblePeople
  after: number
  without: readonly NotificationKind[]
  mailed_at: string | null
}

/**
 * Marks the next unread notifications of a mail about these people as mailed, except the kinds in `without`. With null for `mailed_at` it removes
 * the marks again, because the mail was not sent. Returns the ids, and none after the last page.
 */
export async function markMailed(
  trx: Trx,
  { mail, people: { ids }, after, without, mailed_at }: Marked,
): Promise<number[]> {
  const next = trx
    .selectFrom('notifications')
    .select('id')
    .where('mail_id', '=', mail)
    .where('id', '>', after)
    .$if(ids !== undefined, query => query.where(isAboutOneOf(trx, ids ?? [])))
    .$if(mailed_at !== null, query => query.where('read_at', 'is', null))
    .$if(without.length > 0, query => query.where('kind', 'not in', without))
    .orderBy('id')
    .limit(batchSize)
  const rows = await trx
    .updateTable('notifications')
    .set({ mailed_at })
    .where('id', 'in', next)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The recipient of a mail, if the account can sign in. */
export function findMailReader(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'time_zone', 'email_notifications'])
    .where('id', '=', id)
    .where(canSignIn)
    .executeTakeFirst()
}
export type MailReader = NonNullable<Awaited<ReturnType<typeof findMailReader>>>

/** Whether the user has reported for a day. */
export async function hasReport(db: Db, userId: number, date: string): Promise<boolean> {
  const row = await db
    .selectFrom('reports')
    .select('id')
    .where('user_id', '=', userId)
    .where('date', '=', date)
    .executeTakeFirst()
  return row !== undefined
}

/** Comments cut to the length that mails quote. The inbox reads only their beginning. */
export async function findQuotes(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('comments')
    // One character more than is quoted shows whether the text was cut.
    .select(['id', sql<string>`substr(comment, 1, ${sql.lit(limits.mailQuoteCut + 1)})`.as('comment')])
    .where(isOneOf(db, 'id', ids))
    .execute()
  return new Map(rows.map(({ id, comment }) => [id, comment]))
}
