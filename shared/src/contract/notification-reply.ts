import * as z from 'zod/mini'
import { roles } from '../roles.ts'
import { notificationKinds } from './notification-kinds.ts'
import { paginationReply } from './pagination.ts'

// Apart from the inputs, which no screen checks: what stands here is loaded with the dashboard.

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

/** Newest first. */
export const notificationsReply = z.object({
  data: z.array(notificationReply),
  pagination: paginationReply,
  unread: z.number(),
})
export type NotificationPage = z.infer<typeof notificationsReply>

export const unreadReply = z.object({ unread: z.number() })
export type Unread = z.infer<typeof unreadReply>

/** `ids`: those that changed, so that it can be taken back. */
export const readReply = z.object({ unread: z.number(), ids: z.array(z.number()) })
export type ReadReply = z.infer<typeof readReply>

export const readerReply = z.object({ id: z.number(), name: z.string(), role: z.enum(roles) })
export type Reader = z.infer<typeof readerReply>
export const readersReply = z.object({ data: z.array(readerReply), pagination: paginationReply })
export type ReaderPage = z.infer<typeof readersReply>
