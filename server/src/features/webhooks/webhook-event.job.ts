import { isSentAs, type WebhookKind } from '#shared/contract/webhooks.ts'
import { messages } from '#shared/messages.ts'
import { linkedPaths } from '#shared/paths.ts'
import type { Context } from '../../context.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { Refusal } from '../../http/refusals.ts'
import type { Job } from '../../jobs/job.ts'
import { type Content, composeBody } from './compose.ts'
import { queueTries } from './deliver-webhook.job.ts'
import { insertDeliveries } from './deliveries.queries.ts'
import { kinds, type Subject } from './webhook-kinds.ts'
import { findKnownTeams, findListening, type Listening, parseTeams } from './webhooks.queries.ts'
import { findLinkOrigin } from './webhooks.service.ts'

export type EventPayload = {
  event: WebhookKind
  subject: Subject
  at: string
  message: string
  /** The webhooks that listened when it happened. */
  webhooks: number[]
}

/** Makes the deliveries of an event. Reading what it is about is not part of the request that caused it. */
export const webhookEventJob: Job<EventPayload> = {
  kind: 'webhook.event',
  waitsForRequests: true,
  concurrency: () => 2,
  async run(ctx, { event, subject, at, message: message_id, webhooks }) {
    const listening = (await findListening(ctx.db)).filter(({ id }) => webhooks.includes(id))
    const bodies = await composeBodies(ctx, listening, { event, subject, at })
    const created_at = ctx.clock.now().toISOString()
    const rows = bodies.map(({ webhook_id, request }) => ({
      ...{ webhook_id, event, message_id, request, created_at },
      ...{ person_id: subject.person, next_try_at: created_at },
    }))
    if (rows.length === 0) return
    await groupCommit(ctx.db, async trx => {
      const inserted = await insertDeliveries(trx, rows)
      if (inserted.length > 0) await queueTries({ db: trx, clock: ctx.clock }, inserted)
    })
  },
}

type WebhookEvent = Pick<EventPayload, 'event' | 'subject' | 'at'>

/** Webhooks of the same format and teams get the same body, which is made once. */
async function composeBodies(ctx: Context, listening: readonly Listening[], event: WebhookEvent) {
  const made = new Map<string, Promise<string | undefined>>()
  const bodies: { webhook_id: number; request: string }[] = []
  for (const webhook of listening) {
    if (!isSentAs(webhook.format, event.event)) continue
    const key = `${webhook.format} ${webhook.team_ids}`
    const body = made.get(key) ?? compose(ctx, webhook, event)
    made.set(key, body)
    const request = await body
    if (request !== undefined) bodies.push({ webhook_id: webhook.id, request })
  }
  return bodies
}

async function compose(ctx: Context, webhook: Listening, { event, subject, at }: WebhookEvent) {
  const ofTeams = parseTeams(webhook)
  const teams = await findKnownTeams(ctx.db, ofTeams)
  // All of its teams were deleted: it must not become a webhook for everyone.
  if (ofTeams.length > 0 && teams.length === 0) return undefined
  const content = await read(ctx, { event, subject, at }, teams)
  return composeBody(webhook.format, content, await findLinkOrigin(ctx))
}

async function read(ctx: Context, { event, subject, at }: WebhookEvent, teams: number[]): Promise<Content> {
  const { read, message } = kinds[event]
  const gone = { text: messages.webhooks.chat.gone, path: linkedPaths.dashboard() }
  try {
    const data = await read(ctx, subject, teams)
    return { type: event, timestamp: at, data, message: message?.(data, subject, at) ?? gone }
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 404) throw error
    return { type: event, timestamp: at, data: { id: subject.id }, message: gone }
  }
}
