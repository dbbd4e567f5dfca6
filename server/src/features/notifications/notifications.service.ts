import type {
  Notification,
  NotificationPage,
  NotificationsQuery,
  ReaderPage,
  ReadersQuery,
  ReadReply,
} from '#shared/contract/notifications.ts'
import { limits } from '#shared/limits.ts'
import type { Actor } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { authorize } from '../../http/authorize.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { actAs } from '../../identity/acting-user.ts'
import {
  areManagersLimited,
  isLimitedToTeams,
  mentionableManagers,
  peopleInSight,
} from '../../identity/visible-people.ts'
import { cutText, onOneLine } from '../../lib/cut-text.ts'
import { requireReport } from '../reports/reports.service.ts'
import { type ForReader, kinds, reminderKey } from './kinds.ts'
import {
  countNotifications,
  countReaders,
  countUnread,
  findNames,
  findNotifications,
  findNotificationsAfter,
  findNotified,
  findReaders,
  findUnread,
  type Inbox,
  markRead,
  markUnread,
  type NotificationRow,
} from './notifications.queries.ts'

export async function listNotifications(
  { db }: Context,
  actor: SignedIn,
  { page, limit, unread: isUnreadOnly }: NotificationsQuery,
): Promise<NotificationPage> {
  const range = { limit, offset: (page - 1) * limit }
  const inbox = await inboxOf(db, actor)
  const [rows, unread, total] = await Promise.all([
    isUnreadOnly ? findUnread(db, inbox, range) : findNotifications(db, inbox, range),
    countUnread(db, inbox),
    isUnreadOnly ? undefined : countNotifications(db, inbox),
  ])
  return {
    data: await presentNotifications(db, actor, rows),
    pagination: paginationOf(total ?? unread, { page, limit }),
    unread,
  }
}

const inboxOf = async (db: Db, reader: Actor): Promise<Inbox> => ({
  userId: reader.id,
  people: await peopleInSight(db, reader),
})

export async function readUnread({ db }: Context, actor: SignedIn): Promise<{ unread: number }> {
  return { unread: await countUnread(db, await inboxOf(db, actor)) }
}

/** Without ids, all are marked as read. */
export function readNotifications(
  ctx: Context,
  actor: SignedIn,
  ids: readonly number[] | undefined,
): Promise<ReadReply> {
  const read_at = ctx.clock.now().toISOString()
  return actAs(ctx, actor, 'signedIn', async (trx, acting) => {
    const inbox = await inboxOf(trx, acting)
    const changed = await markRead(trx, inbox, { ids, read_at })
    return { unread: await countUnread(trx, inbox), ids: changed }
  })
}

export function unreadNotifications(
  ctx: Context,
  actor: SignedIn,
  ids: readonly number[],
): Promise<ReadReply> {
  return actAs(ctx, actor, 'signedIn', async (trx, acting) => {
    const inbox = await inboxOf(trx, acting)
    const changed = await markUnread(trx, inbox, ids)
    return { unread: await countUnread(trx, inbox), ids: changed }
  })
}

/**
 * The users whom a comment on a report can mention: its author and the reviewers who may read it, without the actor and
 * those whom the actor may not know of.
 */
export async function listReaders(
  { db }: Context,
  actor: SignedIn,
  reportId: number,
  { search, page, limit }: ReadersQuery,
): Promise<ReaderPage> {
  const report = await requireReport(db, actor, reportId)
  authorize(actor, 'report.comment', report)
  const filter = {
    authorId: report.user_id,
    withoutId: actor.id,
    search: search?.trim(),
    areManagersLimited: await areManagersLimited(db),
    managers: await mentionableManagers(db, actor),
  }
  const [total, data] = await Promise.all([
    countReaders(db, filter),
    findReaders(db, filter, { limit, offset: (page - 1) * limit }),
  ])
  return { data, pagination: paginationOf(total, { page, limit }) }
}

/** Those of these users who have not been reminded of their report for a date. */
export async function filterNotReminded(db: Db, userIds: readonly number[], date: string): Promise<number[]> {
  const reminded = await findNotified(db, userIds, reminderKey(date))
  return userIds.filter(id => !reminded.has(id))
}

type ExportPage = { after: { created_at?: string; id?: number } | undefined; limit: number }

/** A page of a user's notifications, oldest first, for the download of their data. */
export async function exportNotifications(
  db: Db,
  reader: Actor,
  { after: { created_at = '', id = 0 } = {}, limit }: ExportPage,
): Promise<Notification[]> {
  const inbox = await inboxOf(db, reader)
  const rows = await findNotificationsAfter(db, { ...inbox, after: { created_at, id }, limit })
  return presentNotifications(db, reader, rows)
}

export async function presentNotifications(
  db: Db,
  reader: Actor,
  rows: readonly NotificationRow[],
): Promise<Notification[]> {
  const [names, isLimited] = await Promise.all([
    findNames(db, findNamedUsers(rows, reader)),
    isLimitedToTeams(db, reader),
  ])
  return rows.map(row => presentNotification(row, { reader, isLimited }, names))
}

/** Users whose names the texts need. The name of the acting user is in the row. */
function findNamedUsers(rows: readonly NotificationRow[], reader: Actor): number[] {
  const named = rows.flatMap(({ kind, data, actor_id }) =>
    (kinds[kind].names?.(JSON.parse(data)) ?? []).filter(id => id !== reader.id && id !== actor_id),
  )
  return [...new Set(named)]
}

function presentNotification(
  row: NotificationRow,
  { reader, isLimited }: Pick<ForReader<unknown>, 'reader' | 'isLimited'>,
  names: ReadonlyMap<number, string>,
): Notification {
  const kind = kinds[row.kind]
  const data = JSON.parse(row.data)
  const notification: ForReader<unknown> = {
    reader,
    isLimited,
    actor: row.actor_name ?? '',
    actorId: row.actor_id,
    data,
    commentId: row.comment_id,
    created_at: row.created_at,
    nameOf: id => (id === row.actor_id ? row.actor_name : names.get(id)) ?? '',
  }
  const excerpt = row.comment ?? kind.excerpt?.(data) ?? null
  return {
    id: row.id,
    kind: row.kind,
    text: onOneLine(kind.text(notification)),
    excerpt: excerpt === null ? null : cutText(excerpt, limits.excerptCut),
    link: kind.link(notification),
    group: row.subject,
    actor_name: row.actor_name,
    created_at: row.created_at,
    read_at: row.read_at,
  }
}
