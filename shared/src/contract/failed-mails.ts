import * as z from 'zod/mini'
import { pageQuery } from './fields.ts'
import { notificationKinds } from './notifications.ts'
import { added, paginationReply } from './replies.ts'

/** The kind of a mail. `daily` is one mail with all unread notifications. */
export const deliveryKinds = [...notificationKinds, 'daily', 'invitation', 'reset', 'activity_code'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

/** A mail that the mail server didn't accept at any attempt. */
const delivery = {
  id: z.number(),
  kind: z.enum(deliveryKinds),
  /** The email address. */
  to: z.string(),
  subject: z.string(),
  /** The last error of the mail server. `mailProblem` translates it to plain words. */
  error: z.string(),
  attempts: z.number(),
  /** Null while the mail is retried. */
  failed_at: z.nullable(z.string()),
}
export const deliveryReply = z.object(delivery)
export type Delivery = z.infer<typeof deliveryReply>

/** Sorted by the time of failure, the latest first. */
export const deliveriesReply = z.object({
  data: z.array(deliveryReply),
  pagination: paginationReply,
  /** How many mails failed and are retried, and the error of the latest of them. */
  waiting: z.object({ total: z.number(), error: z.nullable(z.string()) }),
  /** How many mails are due and not sent yet, including those that are retried. */
  queued: added(z.number(), 0),
})
export type DeliveryPage = z.infer<typeof deliveriesReply>

/** The mail is queued again at once, with as many attempts as a new one. */
export const retriedDeliveryReply = z.object({ msg: z.string(), ...delivery })
export type RetriedDelivery = z.infer<typeof retriedDeliveryReply>

export const deliveriesQuery = z.object(pageQuery())
export type DeliveriesQuery = z.output<typeof deliveriesQuery>
