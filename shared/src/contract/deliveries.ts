import * as z from 'zod/mini'
import { added } from './added.ts'
import { notificationKinds } from './notification-kinds.ts'
import { paginationReply } from './pagination.ts'

/** What a mail is about. `daily`: one mail with all that is unread. */
export const deliveryKinds = [...notificationKinds, 'daily', 'invitation', 'reset'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

/** A mail that the mail server has not taken, however often it was tried. */
const delivery = {
  id: z.number(),
  kind: z.enum(deliveryKinds),
  /** The email address. */
  to: z.string(),
  subject: z.string(),
  /** What the mail server said last; mail-problems.ts says it in plain words. */
  error: z.string(),
  attempts: z.number(),
  /** Null: it is tried again. */
  failed_at: z.nullable(z.string()),
}
export const deliveryReply = z.object(delivery)
export type Delivery = z.infer<typeof deliveryReply>

/** The last that failed first. */
export const deliveriesReply = z.object({
  data: z.array(deliveryReply),
  pagination: paginationReply,
  /** Mails that failed and are retried: how many, and what the mail server said to the latest of them. */
  waiting: z.object({ total: z.number(), error: z.nullable(z.string()) }),
  /** Mails that are due and not sent yet, also those that are retried. */
  queued: added(z.number(), 0),
})
export type DeliveryPage = z.infer<typeof deliveriesReply>

/** It is queued again at once, and tried as often as a new one. */
export const retriedDeliveryReply = z.object({ msg: z.string(), ...delivery })
export type RetriedDelivery = z.infer<typeof retriedDeliveryReply>
