import type { Notification } from '#shared/contract/notifications.ts'
import { limits } from '#shared/limits.ts'
import type { Actor } from '#shared/permissions.ts'
import { cutText, onOneLine } from '../../lib/cut-text.ts'
import type { ForReader } from './kind.ts'
import { kinds } from './kinds.ts'
import type { NotificationRow } from './notifications.queries.ts'

/** Users whose names these need, besides those of the users who did it. */
export function namesIn(rows: readonly NotificationRow[], reader: Actor): number[] {
  const named = rows.flatMap(({ kind, data, actor_id }) =>
    (kinds[kind].names?.(JSON.parse(data)) ?? []).filter(id => id !== reader.id && id !== actor_id),
  )
  return [...new Set(named)]
}

export function presentNotification(
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
