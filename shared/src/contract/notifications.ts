import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { roles } from '../roles.ts'
import { bodyId, boundedList, flagQuery, pageQuery, searchField } from './fields.ts'
import { paginationReply } from './replies.ts'

/** Kinds whose emails a user can turn off. */
export const mutableKinds = [
  'comment',
  'reply',
  'mention',
  'review',
  'task_assigned',
  'task_completed',
  'blocker_assigned',
  'blocker_resolved',
  'reminder',
  'nudge',
  'summary',
  'token_expires',
  'webhook_off',
  'second_step_removed',
] as const
export type MutableKind = (typeof mutableKinds)[number]

/** A user is always emailed of a sign-in that was linked with their account, because someone else may have done it. */
export const notificationKinds = [...mutableKinds, 'identity_linked'] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const notificationReply = z.object({
  id: z.number(),
  kind: z.enum(notificationKinds),
  /** The whole sentence, with the names. */
  text: z.string(),
  /** The beginning of the comment, if there is one. */
  excerpt: z.nullable(z.string()),
  /** A path of the web app that leads to the comment, task, day or summary. */
  link: z.string(),
  /** Notifications of one kind and group are about the same thing. */
  group: z.nullable(z.string()),
  /** Null if no user caused it, such as a reminder. */
  actor_name: z.nullable(z.string()),
  created_at: z.string(),
  read_at: z.nullable(z.string()),
})
export type Notification = z.infer<typeof notificationReply>

/** Newest first. */
export const notificationsReply = z.object({
  data: z.array(notificationReply),
  pagination: paginationReply,
  unread: z.number(),
})
export type NotificationPage = z.infer<typeof notificationsReply>

export const unreadReply = z.object({ unread: z.number() })
export type Unread = z.infer<typeof unreadReply>

/** `ids` are the notifications that changed, so that the change can be undone. */
export const readReply = z.object({ unread: z.number(), ids: z.array(z.number()) })
export type ReadReply = z.infer<typeof readReply>

export const readerReply = z.object({ id: z.number(), name: z.string(), role: z.enum(roles) })
export type Reader = z.infer<typeof readerReply>
export const readersReply = z.object({ data: z.array(readerReply), pagination: paginationReply })
export type ReaderPage = z.infer<typeof readersReply>

export const notificationsQuery = z.object({
  ...pageQuery(undefined, limits.notificationsPage),
  /** Leaves out notifications that were read, also in `total`. */
  unread: flagQuery,
})
export type NotificationsQuery = z.output<typeof notificationsQuery>

const idsField = boundedList(bodyId(messages.fields.invalid('ids')), {
  max: limits.notificationsReadMax,
  tooMany: messages.fields.invalid('ids'),
  invalid: messages.fields.invalid('ids'),
})

/** Without `ids`, all notifications are marked. Unknown ones, those of other users and those read already are left out. */
export const readInput = z.object({ ids: z.nullish(idsField) })
export type ReadInput = z.output<typeof readInput>

/** Marks them as unread again. */
export const unreadInput = z.object({ ids: idsField })
export type UnreadInput = z.output<typeof unreadInput>

/** Finds users whom a comment on a report can mention: its author and the reviewers, without the signed-in user. */
export const readersQuery = z.object({
  ...pageQuery(undefined, limits.readersPage),
  search: searchField,
})
export type ReadersQuery = z.output<typeof readersQuery>

/** A link in a mail turns off mails of one kind, or the daily mail. */
export const unsubscribeKinds = [...mutableKinds, 'daily'] as const
export type UnsubscribeKind = (typeof unsubscribeKinds)[number]

export const unsubscribeQuery = z.object({ code: z.string({ error: messages.fields.required('code') }) })

/** A code is `user.kind.signature`, so the page can read the kind. Only the server checks the signature. */
export function unsubscribeKindOf(code: string): UnsubscribeKind | undefined {
  const [, kind] = code.split('.')
  return unsubscribeKinds.find(known => known === kind)
}
