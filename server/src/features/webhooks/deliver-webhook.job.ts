import { limits } from '#shared/limits.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Db } from '../../db/schema.ts'
import { type Job, queueJobs } from '../../jobs/job.ts'
import { saveResult, tryOnce } from './deliver.ts'
import { type DeliveryRow, findDelivery } from './deliveries.queries.ts'
import { findReceiver } from './webhooks.queries.ts'

type Payload = {
  delivery: number
  /** How often it was tried before. Another number means that this try was made already. */
  tries: number
}

/**
 * One try of one delivery. A failed one queues the next try as a job of its own, so that it holds up no other delivery of
 * its webhook until then.
 */
export const deliverWebhookJob: Job<Payload> = {
  kind: 'webhook.deliver',
  isOutgoing: true,
  waitsForRequests: true,
  // Each webhook has a lane, so this is one for each: a receiver that doesn't answer delays no other.
  concurrency: () => limits.webhooksMax,
  async run(ctx, { delivery: id, tries }, signal) {
    const delivery = await findDelivery(ctx.db, id)
    if (!delivery || delivery.tries !== tries || delivery.next_try_at === null) return
    const receiver = await findReceiver(ctx.db, delivery.webhook_id)
    if (!receiver || receiver.off_at !== null) return
    const result = await tryOnce(ctx, receiver, delivery, signal)
    await groupCommit(ctx.db, async trx => {
      // Another try may have switched the webhook off meanwhile.
      const current = await findReceiver(trx, receiver.id)
      if (!current) return
      const next = await saveResult(ctx, trx, current, delivery, result)
      if (next !== undefined)
        await queueTries({ db: trx, clock: ctx.clock }, [{ ...delivery, tries: tries + 1 }], next)
    })
  },
}

type Queued = Pick<DeliveryRow, 'id' | 'webhook_id' | 'tries'>

/** Queues the next try of these deliveries. `again`: also if it waits for a later moment. */
export function queueTries(
  on: { db: Db; clock: Parameters<typeof queueJobs>[0]['clock'] },
  deliveries: readonly Queued[],
  dueAt?: string,
  again = false,
): Promise<void> {
  return queueJobs(
    on,
    deliverWebhookJob,
    deliveries.map(({ id, webhook_id, tries }) => ({
      payload: { delivery: id, tries },
      key: `${id}:${tries}${again ? ':again' : ''}`,
      lane: `webhook ${webhook_id}`,
      ...(dueAt !== undefined && { dueAt }),
    })),
  )
}
