import { toInstant } from '#shared/dates.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { byJob, emit } from '../../events/event.ts'
import type { Job } from '../../jobs/job.ts'
import { dropEntries } from './record.queries.ts'

const hour = 3_600_000
/** Entries per transaction. With more, other writes would wait. */
const batchSize = 1000

/** Deletes entries after AUDIT_KEEP. Each transaction records how many it dropped, so that no drop goes unrecorded. */
export const sweepRecordJob: Job = {
  kind: 'record.sweep',
  every: () => hour,
  async run(ctx, _payload, signal) {
    const before = toInstant(ctx.clock.now().getTime() - ctx.config.auditKeepSeconds * 1000)
    let rows: number
    do {
      rows = await groupCommit(ctx.db, async trx => {
        const dropped = await dropEntries(trx, before, batchSize)
        if (dropped > 0) await emit(ctx, trx, byJob, { kind: 'record.dropped', rows: dropped, before })
        return dropped
      })
    } while (rows === batchSize && !signal.aborted)
  },
}
