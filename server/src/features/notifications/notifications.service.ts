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
  const [rows, unread, total] = await Promise.all([
    isUnreadOnly ? findUnread(db, actor.id, range) : findNotifications(db, actor.id, range),
    countUnread(db, actor.id),
    isUnreadOnly ? undefined : countNotifications(db, actor.id),
  ])
  return {
    data: await presentNotifications(db, actor, rows),
    pagination: paginationOf(total ?? unread, { page, limit }),
    unread,
  }
}

export async function readUnread({ db }: Context, { id }: SignedIn): Promise<{ unread: number }> {
  return { unread: await countUnread(db, id) }
}

/** Without ids, all are marked as read. */
export function readNotifications(
  ctx: Context,
  actor: SignedIn,
  ids: readonly number[] | undefined,
): Promise<ReadReply> {
  const read_at = ctx.clock.now().toISOString()
  return actAs(ctx, actor, 'signedIn', async (trx, { id }) => {
    const changed = await markRead(trx, id, { ids, read_at })
    return { unread: await countUnread(trx, id), ids: changed }
  })
}

export function unreadNotifications(
  ctx: Context,
  actor: SignedIn,
  ids: readonly number[],
): Promise<ReadReply> {
  return actAs(ctx, actor, 'signedIn', async (trx, { id }) => {
    const changed = await markUnread(trx, id, ids)
    return { unread: await countUnread(trx, id), ids: changed }
  })
}

/** The users whom a comment on a report can mention: its author and the reviewers, without the actor. */
export async function listReaders(
  { db }: Context,
  actor: SignedIn,
  reportId: number,
  { search, page, limit }: ReadersQuery,
): Promise<ReaderPage> {
  const report = await requireReport(db, reportId)
  authorize(actor, 'report.comment', report)
  const filter = { authorId: report.user_id, withoutId: actor.id, search: search?.trim() }
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
  const rows = await findNotificationsAfter(db, { userId: reader.id, after: { created_at, id }, limit })
  return presentNotifications(db, reader, rows)
}

export async function presentNotifications(
  db: Db,
  reader: Actor,
  rows: readonly NotificationRow[],
): Promise<Notification[]> {
  const names = await findNames(db, findNamedUsers(rows, reader))
  return rows.map(row => presentNotification(row, reader, names))
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
  reader: Actor,
  names: ReadonlyMap<number, string>,
): Notification {
  const kind = kinds[row.kind]
  const data = JSON.parse(row.data)
  const notification: ForReader<unknown> = {
    reader,
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
