import * as z from 'zod/mini'
import { notificationLimits } from '../limits.ts'
import { messages } from '../messages.ts'
import { roles } from '../roles.ts'
import { bodyId, boundedList, pageQuery, searchField } from './fields.ts'
import { notificationKinds } from './notification-kinds.ts'
import { paginationReply } from './pagination.ts'

export * from './notification-kinds.ts'

export const notificationReply = z.object({
  id: z.number(),
  kind: z.enum(notificationKinds),
  /** The whole sentence, with the names. */
  text: z.string(),
  /** The beginning of the comment, if there is one. */
  excerpt: z.nullable(z.string()),
  /** A path of the web app that leads to the very comment, task, day or summary. */
  link: z.string(),
  /** Those of one kind and group are about the same thing. */
  group: z.nullable(z.string()),
  /** Null: the program itself. */
  actor_name: z.nullable(z.string()),
  created_at: z.string(),
  read_at: z.nullable(z.string()),
})
export type Notification = z.infer<typeof notificationReply>

export const notificationsQuery = z.object(pageQuery(undefined, notificationLimits.pageSize))
export type NotificationsQuery = z.output<typeof notificationsQuery>

/** Newest first. */
export const notificationsReply = z.object({
  data: z.array(notificationReply),
  pagination: paginationReply,
  unread: z.number(),
})
export type NotificationPage = z.infer<typeof notificationsReply>

export const unreadReply = z.object({ unread: z.number() })
export type Unread = z.infer<typeof unreadReply>

const idsField = boundedList(bodyId(messages.field.invalid('ids')), {
  max: notificationLimits.readMax,
  tooMany: messages.field.invalid('ids'),
  invalid: messages.field.invalid('ids'),
})

/** Without ids: all. Those of other users, unknown ones and those read already are left out. */
export const readInput = z.object({ ids: z.nullish(idsField) })
export type ReadInput = z.output<typeof readInput>

/** Takes back that they were read. */
export const unreadInput = z.object({ ids: idsField })
export type UnreadInput = z.output<typeof unreadInput>

/** `ids`: those that changed, so that it can be taken back. */
export const readReply = z.object({ unread: z.number(), ids: z.array(z.number()) })
export type ReadReply = z.infer<typeof readReply>

/** Whom a comment on a report can mention: its author and the reviewers, without the user who asks. */
export const readersQuery = z.object({
  ...pageQuery(undefined, notificationLimits.readersPage),
  search: searchField,
})
export type ReadersQuery = z.output<typeof readersQuery>

export const readerReply = z.object({ id: z.number(), name: z.string(), role: z.enum(roles) })
export type Reader = z.infer<typeof readerReply>
export const readersReply = z.object({ data: z.array(readerReply), pagination: paginationReply })
export type ReaderPage = z.infer<typeof readersReply>
