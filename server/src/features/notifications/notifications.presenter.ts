import type { Notification } from '#shared/contract/notifications.ts'
import { notificationLimits } from '#shared/limits.ts'
import type { Actor } from '#shared/permissions.ts'
import type { Read } from './kind.ts'
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
  const read: Read<unknown> = {
    reader,
    actor: row.actor_name ?? '',
    actorId: row.actor_id,
    data,
    commentId: row.comment_id,
    created_at: row.created_at,
    nameOf: id => (id === row.actor_id ? row.actor_name : names.get(id)) ?? '',
  }
  return {
    id: row.id,
    kind: row.kind,
    text: kind.text(read),
    excerpt: excerptOf(row.comment ?? kind.excerpt?.(data) ?? null),
    link: kind.link(read),
    group: row.subject,
    actor_name: row.actor_name,
    created_at: row.created_at,
    read_at: row.read_at,
  }
}

function excerptOf(text: string | null): string | null {
  if (text === null) return null
  // By characters, as the database counts them: an emoji is not cut into halves.
  const characters = [...text]
  return characters.length > notificationLimits.excerptCut
    ? `${characters.slice(0, notificationLimits.excerptCut).join('').trimEnd()}…`
    : text
}
