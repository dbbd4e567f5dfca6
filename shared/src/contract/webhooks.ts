import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { bodyId, boundedList, pageQuery, requiredText } from './fields.ts'
import { paginationReply } from './replies.ts'

export const webhookKinds = [
  'report.submitted',
  'report.edited',
  'report.reviewed',
  'comment.added',
  'blocker.opened',
  'blocker.resolved',
  'task.assigned',
  'task.completed',
  'absence.changed',
  'summary.ready',
  'user.created',
  'user.deleted',
] as const
export type WebhookKind = (typeof webhookKinds)[number]

/** `json` is for programs. `slack` and `teams` are one readable message for a chat. */
export const webhookFormats = ['json', 'slack', 'teams'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** Who is off is never told in a channel. */
export const isSentAs = (format: WebhookFormat, kind: WebhookKind) =>
  format === 'json' || kind !== 'absence.changed'

const eventsField = z.pipe(
  boundedList(z.enum(webhookKinds, { error: messages.webhooks.eventUnknown }), {
    min: 1,
    max: webhookKinds.length,
    tooMany: messages.webhooks.eventUnknown,
    invalid: messages.webhooks.eventsRequired,
  }),
  z.transform((kinds: WebhookKind[]) => webhookKinds.filter(kind => kinds.includes(kind))),
)

/** Each team counts once. An empty list: everyone. */
const teamsField = z.pipe(
  boundedList(bodyId(messages.teams.unknown), {
    max: limits.teamsPerCallMax,
    tooMany: messages.teams.tooManyChosen,
    invalid: messages.teams.unknown,
  }),
  z.transform((ids: number[]) => [...new Set(ids)]),
)

const formatField = z.enum(webhookFormats, { error: messages.webhooks.formatUnknown })
const enabledField = z.boolean({ error: messages.fields.invalid('enabled') })

export const webhookInput = z.object({
  name: requiredText('Name', messages.webhooks.nameRequired, limits.webhookNameMax),
  url: requiredText('URL', messages.webhooks.urlRequired, limits.webhookUrlMax),
  format: z._default(formatField, 'json'),
  events: eventsField,
  team_ids: z._default(teamsField, []),
  enabled: z._default(enabledField, true),
})
export type WebhookInput = z.output<typeof webhookInput>

/** An absent field doesn't change. */
export const webhookEditInput = z.object({
  name: z.optional(webhookInput.shape.name),
  url: z.optional(webhookInput.shape.url),
  format: z.optional(formatField),
  events: z.optional(eventsField),
  team_ids: z.optional(teamsField),
  enabled: z.optional(enabledField),
})
export type WebhookEditInput = z.output<typeof webhookEditInput>

/** `status` is null if there was no answer. */
export const lastDeliveryReply = z.object({ at: z.string(), status: z.nullable(z.number()), ok: z.boolean() })
export type LastDelivery = z.infer<typeof lastDeliveryReply>

export const webhookReply = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  format: z.enum(webhookFormats),
  events: z.array(z.enum(webhookKinds)),
  team_ids: z.array(z.number()),
  enabled: z.boolean(),
  /** Why the server switched it off: it answered 410, or nothing but failures for days. Null if an admin did. */
  off_reason: z.nullable(z.enum(['gone', 'failing'])),
  created_at: z.string(),
  last_delivery: z.nullable(lastDeliveryReply),
})
export type Webhook = z.infer<typeof webhookReply>

/** The only answers that have the secret. */
export const newWebhookReply = z.extend(webhookReply, { secret: z.string() })
export type NewWebhook = z.infer<typeof newWebhookReply>

/** By name. `is_paused`: after a restore nothing is sent until an admin resumes it. */
export const webhooksReply = z.object({
  data: z.array(webhookReply),
  pagination: paginationReply,
  is_paused: z.boolean(),
})
export type WebhookPage = z.infer<typeof webhooksReply>

export const webhookDeliveryReply = z.object({
  id: z.number(),
  /** One of the kinds, or `test`. */
  event: z.enum([...webhookKinds, 'test']),
  /** The header `webhook-id`, the same in all tries. */
  message_id: z.string(),
  created_at: z.string(),
  tries: z.number(),
  /** Null: not tried yet. */
  tried_at: z.nullable(z.string()),
  /** Of the last try. Null: there was no answer, and `error` says why. */
  status: z.nullable(z.number()),
  ok: z.boolean(),
  /** Milliseconds. */
  duration: z.nullable(z.number()),
  request: z.string(),
  answer: z.nullable(z.string()),
  error: z.nullable(z.string()),
  /** Null: it isn't tried again. */
  next_try_at: z.nullable(z.string()),
})
export type WebhookDelivery = z.infer<typeof webhookDeliveryReply>

/** The newest first. */
export const webhookDeliveriesReply = z.object({
  data: z.array(webhookDeliveryReply),
  pagination: paginationReply,
})
export type WebhookDeliveryPage = z.infer<typeof webhookDeliveriesReply>

export const webhooksQuery = z.object(pageQuery(limits.webhooksMax, limits.webhooksMax))
export type WebhooksQuery = z.output<typeof webhooksQuery>
export const webhookDeliveriesQuery = z.object(pageQuery(limits.deliveriesPage))
export type WebhookDeliveriesQuery = z.output<typeof webhookDeliveriesQuery>
