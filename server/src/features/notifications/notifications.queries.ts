import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type OnConflictBuilder, sql } from 'kysely'
import type { NotificationKind } from '#shared/contract/notifications.ts'
import { limits } from '#shared/limits.ts'
import type { Role } from '#shared/roles.ts'
import { compileOnce, compileOnceForOne } from '../../db/compile-once.ts'
import { contains, isOneOf, isOneOfTexts } from '../../db/engine.ts'
import type { Db, NotificationsTable, Tables, Trx } from '../../db/schema.ts'
import { canSignIn } from '../../identity/accounts.queries.ts'
import { selectLeadsOf, type VisiblePeople } from '../../identity/visible-people.ts'
import { batchSize, isAboutOneOf } from './notification-mail.queries.ts'

export type NewNotification = Omit<NotificationsTable, 'id' | 'read_at' | 'mailed_at' | 'mail_id'>

/** Accounts that can sign in, with the settings that decide when they get a mail. */
const selectRecipients = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'role', 'time_zone', 'reminder_time', 'email_notifications'])
    .where(canSignIn)

const findRecipient = compileOnce((db, id: number) => selectRecipients(db).where('id', '=', id))

export type Recipient = Awaited<ReturnType<typeof findRecipient>>[number]

export function findRecipients(trx: Trx, ids: readonly number[]): Promise<Recipient[]> {
  const [id, ...others] = ids
  if (id === undefined) return Promise.resolve([])
  // Most events concern one user, so this query is compiled only once.
  return others.length === 0
    ? findRecipient(trx, id)
    : selectRecipients(trx)
        .where(isOneOf(trx, 'id', ids))
        .execute()
}

/** Skips notifications whose key the user has already. */
const skipDuplicateKeys = (conflict: OnConflictBuilder<Tables, 'notifications'>) =>
  conflict.columns(['user_id', 'key']).where('key', 'is not', null).doNothing()

const insertRows = (trx: Db, rows: readonly NewNotification[]) =>
  trx.insertInto('notifications').values(rows).onConflict(skipDuplicateKeys)
const insertOne = compileOnce((trx, row: NewNotification) => insertRows(trx, [row]))

/** The number of parameters of one statement is limited. */
const insertBatchSize = 1000

export async function insertNotifications(trx: Trx, rows: readonly NewNotification[]): Promise<void> {
  const [row, ...others] = rows
  if (row && others.length === 0) return void (await insertOne(trx, row))
  for (let from = 0; from < rows.length; from += insertBatchSize) {
    await insertRows(trx, rows.slice(from, from + insertBatchSize)).execute()
  }
}

const columns = [
  'user_id',
  'kind',
  'key',
  'subject',
  'actor_id',
  'person_id',
  'comment_id',
  'data',
  'created_at',
  'mail_due_at',
] as const satisfies (keyof NewNotification)[]

/** Inserts a notification if the account of its user can sign in and has one of these roles. */
export const insertForRoles = compileOnce((trx, row: NewNotification, roles: readonly Role[]) =>
  trx
    .insertInto('notifications')
    .columns([...columns])
    .expression(
      trx
        .selectFrom('users')
        .select(({ val }) => columns.map(column => val(row[column]).as(column)))
        .where('id', '=', row.user_id)
        .where('role', 'in', [...roles])
        .where(canSignIn),
    )
    .onConflict(skipDuplicateKeys),
)

/** Deletes unread notifications that are outdated. */
export async function deleteUnread(
  trx: Trx,
  {
    userIds,
    kinds,
    subjects,
  }: { userIds: readonly number[]; kinds: readonly NotificationKind[]; subjects: readonly string[] },
): Promise<void> {
  await trx
    .deleteFrom('notifications')
    .where(isOneOf(trx, 'user_id', userIds))
    .where('read_at', 'is', null)
    .where('kind', 'in', kinds)
    .where(isOneOfTexts(trx, 'subject', subjects))
    .execute()
}

/** Turns unread requests for changes into notifications about their comments. */
const convertUnreadRequests = (trx: Trx, userIds: readonly number[], subjects: readonly string[]) =>
  trx
    .updateTable('notifications')
    .set({ kind: 'comment' })
    .where(isOneOf(trx, 'user_id', userIds))
    .where('read_at', 'is', null)
    .where('kind', '=', 'review')
    .where('comment_id', 'is not', null)
    .where(isOneOfTexts(trx, 'subject', subjects))

/** For requests for changes that are taken back: their comments still exist, and the authors of the reports haven't read them. */
export async function convertRequestsToComments(
  trx: Trx,
  userIds: readonly number[],
  subjects: readonly string[],
) {
  await convertUnreadRequests(trx, userIds, subjects).set({ key: null }).execute()
}

/**
 * Requests that were mailed keep their key and become read comments, so that an undo doesn't mail them again. The caller
 * deletes the others: an undo creates them again, and then they are mailed.
 */
export async function convertMailedRequestsToReadComments(
  trx: Trx,
  userIds: readonly number[],
  subjects: readonly string[],
  read_at: string,
) {
  await convertUnreadRequests(trx, userIds, subjects)
    .set({ read_at })
    .where('mailed_at', 'is not', null)
    .execute()
}

/** After an undo, a request that became a read comment is an unread request again. */
export const restoreRequest = compileOnce((trx, userId: number, key: string) =>
  trx
    .updateTable('notifications')
    .set({ kind: 'review', read_at: null })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('kind', '=', 'comment'),
)

export const markReadByKey = compileOnce((trx, userId: number, keys: readonly string[], read_at: string) =>
  trx
    .updateTable('notifications')
    .set({ read_at })
    .where('user_id', '=', userId)
    .where('key', 'in', [...keys])
    .where('read_at', 'is', null),
)

export const markReadBySubject = compileOnce(
  (trx, userId: number, kind: NotificationKind, subject: string, read_at: string) =>
    trx
      .updateTable('notifications')
      .set({ read_at })
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .where('kind', '=', kind)
      .where('subject', '=', subject),
)

const selectNotifications = (db: Db) =>
  db
    .selectFrom('notifications')
    .leftJoin('users as actors', 'actors.id', 'notifications.actor_id')
    .leftJoin('comments', 'comments.id', 'notifications.comment_id')
    .select([
      'notifications.id',
      'notifications.kind',
      'notifications.subject',
      'notifications.actor_id',
      'actors.name as actor_name',
      'notifications.comment_id',
      // One character more than is shown reveals whether the text was cut.
      sql<string | null>`substr(comments.comment, 1, ${sql.lit(limits.excerptCut + 1)})`.as('comment'),
      'notifications.data',
      'notifications.created_at',
      'notifications.read_at',
    ])

export type NotificationRow = Awaited<ReturnType<typeof findNotifications>>[number]

/** The notifications of a user, without those about people who are out of sight for them. */
export type Inbox = { userId: number; people: VisiblePeople }

type Range = { limit: number; offset: number }

const selectNewest = (db: Db, userId: number, { limit, offset }: Range) =>
  selectNotifications(db)
    .where('notifications.user_id', '=', userId)
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id', 'desc')
    .limit(limit)
    .offset(offset)

const isUnread = sql<boolean>`notifications.read_at is null`

const findNewest = compileOnce(selectNewest)
const findNewestUnread = compileOnce((db, userId: number, range: Range) =>
  selectNewest(db, userId, range).where(isUnread),
)

/** Newest first. */
export function findNotifications(db: Db, { userId, people: { ids } }: Inbox, range: Range) {
  if (ids === undefined) return findNewest(db, userId, range)
  return selectNewest(db, userId, range).where(isAboutOneOf(db, ids)).execute()
}

/** Unread ones only, newest first. */
export function findUnread(db: Db, { userId, people: { ids } }: Inbox, range: Range) {
  if (ids === undefined) return findNewestUnread(db, userId, range)
  return selectNewest(db, userId, range).where(isUnread).where(isAboutOneOf(db, ids)).execute()
}

/** The first unread notifications of a mail, oldest first. */
export function findUnreadOfMail(
  db: Db,
  { ids }: VisiblePeople,
  mail: number,
  { without, limit }: { without: readonly NotificationKind[]; limit: number },
): Promise<NotificationRow[]> {
  return selectNotifications(db)
    .where('notifications.mail_id', '=', mail)
    .where('notifications.read_at', 'is', null)
    .$if(ids !== undefined, query => query.where(isAboutOneOf(db, ids ?? [])))
    .$if(without.length > 0, query => query.where('notifications.kind', 'not in', without))
    .orderBy('notifications.id')
    .limit(limit)
    .execute()
}

/** The notifications after a given one, oldest first. */
export function findNotificationsAfter(
  db: Db,
  {
    userId,
    people: { ids },
    after,
    limit,
  }: Inbox & { after: { created_at: string; id: number }; limit: number },
): Promise<NotificationRow[]> {
  const { created_at, id } = after
  return selectNotifications(db)
    .where('notifications.user_id', '=', userId)
    .$if(ids !== undefined, query => query.where(isAboutOneOf(db, ids ?? [])))
    .where('notifications.created_at', '>=', created_at)
    .where(({ eb, or }) =>
      or([eb('notifications.created_at', '>', created_at), eb('notifications.id', '>', id)]),
    )
    .orderBy('notifications.created_at')
    .orderBy('notifications.id')
    .limit(limit)
    .execute()
}

const selectCount = (db: Db, userId: number) =>
  db.selectFrom('notifications').select(db.fn.countAll<number>().as('count')).where('user_id', '=', userId)
const countAll = compileOnceForOne(selectCount)
const countAllUnread = compileOnceForOne((db, userId: number) => selectCount(db, userId).where(isUnread))

export async function countNotifications(db: Db, { userId, people: { ids } }: Inbox): Promise<number> {
  const counted =
    ids === undefined
      ? await countAll(db, userId)
      : await selectCount(db, userId).where(isAboutOneOf(db, ids)).executeTakeFirst()
  return Number(counted?.count ?? 0)
}

export async function countUnread(db: Db, { userId, people: { ids } }: Inbox): Promise<number> {
  const counted =
    ids === undefined
      ? await countAllUnread(db, userId)
      : await selectCount(db, userId).where(isUnread).where(isAboutOneOf(db, ids)).executeTakeFirst()
  return Number(counted?.count ?? 0)
}

/**
 * Marks these as read, or all without `ids`, and returns the ids of those that were unread. Inboxes can be long, so other
 * requests run between the batches.
 */
export async function markRead(
  trx: Trx,
  { userId, people }: Inbox,
  { ids, read_at }: { ids: readonly number[] | undefined; read_at: string },
): Promise<number[]> {
  let query = trx.selectFrom('notifications').select('id').where('user_id', '=', userId).where(isUnread)
  if (ids !== undefined) query = query.where(isOneOf(trx, 'id', ids))
  if (people.ids !== undefined) query = query.where(isAboutOneOf(trx, people.ids))
  const unread = getIds(await query.execute())
  const changed: number[] = []
  for (let from = 0; from < unread.length; from += batchSize) {
    if (from > 0) await yieldToEventLoop()
    const rows = await trx
      .updateTable('notifications')
      .set({ read_at })
      .where(isOneOf(trx, 'id', unread.slice(from, from + batchSize)))
      .where('read_at', 'is', null)
      .returning('id')
      .execute()
    for (const { id } of rows) changed.push(id)
  }
  return changed
}

/** Marks these as unread, and returns the ids of those that were read. */
export async function markUnread(
  trx: Trx,
  { userId, people }: Inbox,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await trx
    .updateTable('notifications')
    .set({ read_at: null })
    .where(isOneOf(trx, 'id', ids))
    .where('user_id', '=', userId)
    .where('read_at', 'is not', null)
    .$if(people.ids !== undefined, query => query.where(isAboutOneOf(trx, people.ids ?? [])))
    .returning('id')
    .execute()
  return getIds(rows)
}

const getIds = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Names by user id, also of deleted accounts. */
export async function findNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where(isOneOf(db, 'id', ids))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type ReaderFilter = {
  authorId: number
  withoutId: number
  search: string | undefined
  /** Managers see only the people of teams that they lead. */
  areManagersLimited: boolean
  managers: VisiblePeople
}

function selectReaders(db: Db, { authorId, withoutId, search, areManagersLimited, managers }: ReaderFilter) {
  const query = db
    .selectFrom('users')
    .where(canSignIn)
    .where('id', '!=', withoutId)
    .where(({ eb, or, and }) => {
      const isManager = [
        eb('role', '=', 'manager'),
        ...(areManagersLimited ? [eb('id', 'in', selectLeadsOf(db, authorId))] : []),
        ...(managers.ids === undefined ? [] : [isOneOf(db, 'id', managers.ids)]),
      ]
      return or([eb('id', '=', authorId), eb('role', '=', 'admin'), and(isManager)])
    })
  return search ? query.where(contains(db, 'name', search)) : query
}

/** The author of the report first, then reviewers by name. */
export function findReaders(
  db: Db,
  filter: ReaderFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  return selectReaders(db, filter)
    .select(['id', 'name', 'role'])
    .orderBy(({ case: when }) => when().when('id', '=', filter.authorId).then(0).else(1).end())
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countReaders(db: Db, filter: ReaderFilter): Promise<number> {
  const { count } = await selectReaders(db, filter)
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Which of these users have a notification with this key. */
export async function findNotified(db: Db, userIds: readonly number[], key: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('notifications')
    .select('user_id')
    .where(isOneOf(db, 'user_id', userIds))
    .where('key', '=', key)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/**
 * Looks at the `limit` oldest notifications, deletes those from before an instant, and returns how many. The order by id needs
 * no index on `created_at`.
 */
export async function deleteOld(trx: Trx, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('notifications')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('notifications').select('id').orderBy('id').limit(limit),
    )
    .where('created_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * A page of a user's notifications, oldest first, with the data that decides whether the user may still read them. The last
 * page has fewer than `batchSize`.
 */
export function findKinds(
  trx: Trx,
  userId: number,
  { id, created_at }: { id: number; created_at: string } = { id: 0, created_at: '' },
) {
  return trx
    .selectFrom('notifications')
    .select(['id', 'kind', 'data', 'created_at'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`(created_at, id) > (${created_at}, ${id})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(batchSize)
    .execute()
}

export function deleteByIds(trx: Trx, ids: readonly number[]) {
  return trx
    .deleteFrom('notifications')
    .where(isOneOf(trx, 'id', ids))
    .execute()
}

/** Deletes the notifications of a user, and which mails they turned off. */
export async function deleteAllOfUser(trx: Trx, userId: number): Promise<void> {
  const next = trx.selectFrom('notifications').select('id').where('user_id', '=', userId).limit(batchSize)
  for (;;) {
    const { numDeletedRows } = await trx
      .deleteFrom('notifications')
      .where('id', 'in', next)
      .executeTakeFirst()
    if (numDeletedRows < batchSize) break
    await yieldToEventLoop()
  }
  await trx.deleteFrom('muted_mails').where('user_id', '=', userId).execute()
}
