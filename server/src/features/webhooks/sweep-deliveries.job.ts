import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import type { Job } from '../../jobs/job.ts'
import { deleteDeliveriesOf, deleteOldDeliveries } from './deliveries.queries.ts'

const hour = 3_600_000
/** Rows per transaction. With more, other writes would wait. */
const batchSize = 500

async function deleteAll({ db }: Context, signal: AbortSignal, deleteSome: (trx: Trx) => Promise<number>) {
  let deleted: number
  do deleted = await groupCommit(db, deleteSome)
  while (deleted === batchSize && !signal.aborted)
  // The job runs again instead of counting as done.
  if (deleted === batchSize) signal.throwIfAborted()
}

/** Deletes deliveries after `limits.deliveryDays`. */
export const sweepDeliveriesJob: Job = {
  kind: 'webhook.sweep',
  every: () => hour,
  run(ctx, _payload, signal) {
    const before = toInstant(ctx.clock.now().getTime() - limits.deliveryDays * 24 * hour)
    return deleteAll(ctx, signal, trx => deleteOldDeliveries(trx, before, batchSize))
  },
}

/** Deletes the deliveries of a webhook that was deleted. */
export const forgetDeliveriesJob: Job<{ webhook: number }> = {
  kind: 'webhook.forget',
  run: (ctx, { webhook }, signal) =>
    deleteAll(ctx, signal, trx => deleteDeliveriesOf(trx, webhook, batchSize)),
}
