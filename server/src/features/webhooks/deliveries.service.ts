import type {
  WebhookDeliveriesQuery,
  WebhookDelivery,
  WebhookDeliveryPage,
} from '#shared/contract/webhooks.ts'
import { messages } from '#shared/messages.ts'
import { linkedPaths } from '#shared/paths.ts'
import type { Context } from '../../context.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { actAs } from '../../identity/acting-user.ts'
import { composeBody } from './compose.ts'
import { isOk, saveResult, tryOnce } from './deliver.ts'
import { queueTries } from './deliver-webhook.job.ts'
import {
  countDeliveries,
  type DeliveryRow,
  findDeliveries,
  findDelivery,
  insertDeliveries,
  planTry,
} from './deliveries.queries.ts'
import { generateMessageId } from './signing.ts'
import { findReceiver } from './webhooks.queries.ts'
import { findLinkOrigin, requireWebhook } from './webhooks.service.ts'

export async function listDeliveries(
  { db }: Context,
  webhookId: number,
  { page, limit }: WebhookDeliveriesQuery,
): Promise<WebhookDeliveryPage> {
  await requireWebhook(db, webhookId)
  const [total, rows] = await Promise.all([
    countDeliveries(db, webhookId),
    findDeliveries(db, webhookId, { limit, offset: (page - 1) * limit }),
  ])
  return { data: rows.map(present), pagination: paginationOf(total, { page, limit }) }
}

/** Sends a test and waits for the answer, also while the webhook is off or everything is paused. It isn't tried again. */
export async function sendTest(ctx: Context, actor: SignedIn, webhookId: number): Promise<WebhookDelivery> {
  const { delivery, receiver } = await actAs(ctx, actor, 'webhooks.manage', async trx => {
    const receiver = await findReceiver(trx, webhookId)
    if (!receiver) throw refuse('webhook_not_found')
    const created_at = ctx.clock.now().toISOString()
    const text = messages.webhooks.test
    const content = {
      ...{ type: 'test', timestamp: created_at, data: { message: text } },
      message: { text, path: linkedPaths.webhooks() },
    }
    const [delivery] = await insertDeliveries(trx, [
      {
        ...{ webhook_id: webhookId, event: 'test', message_id: generateMessageId(), person_id: null },
        ...{ request: composeBody(receiver.format, content, await findLinkOrigin(ctx, trx)), created_at },
        next_try_at: null,
      },
    ])
    return { delivery: delivery as DeliveryRow, receiver }
  })
  const result = await tryOnce(ctx, receiver, delivery)
  return groupCommit(ctx.db, async trx => {
    const current = await findReceiver(trx, webhookId)
    if (current) await saveResult(ctx, trx, current, delivery, result)
    const saved = await findDelivery(trx, delivery.id)
    if (!saved) throw refuse('webhook_not_found')
    return present(saved)
  })
}

/** Queues one more try at once, with the id of the message, whether it arrived before or not. */
export function sendAgain(
  ctx: Context,
  actor: SignedIn,
  webhookId: number,
  id: number,
): Promise<WebhookDelivery> {
  return actAs(ctx, actor, 'webhooks.manage', async trx => {
    const webhook = await requireWebhook(trx, webhookId)
    const delivery = await findDelivery(trx, id)
    // Emptied when a user whom it may name was erased.
    if (delivery?.webhook_id !== webhookId || delivery.request === '')
      throw refuse('webhook_delivery_not_found')
    if (webhook.off_at !== null) throw refuse('webhook_off')
    const now = ctx.clock.now().toISOString()
    await planTry(trx, id, now)
    await queueTries({ db: trx, clock: ctx.clock }, [delivery], undefined, true)
    return present({ ...delivery, next_try_at: now })
  })
}

/** Every field is named, so that a new column is never sent by accident. */
const present = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  message_id: row.message_id,
  created_at: row.created_at,
  tries: row.tries,
  tried_at: row.tried_at,
  status: row.status,
  ok: isOk(row.status),
  duration: row.duration,
  request: row.request,
  answer: row.answer,
  error: row.error,
  next_try_at: row.next_try_at,
})
