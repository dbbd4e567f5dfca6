import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Job } from '../../jobs/job.ts'
import { deleteOldActivity, deleteOldDeliveries } from './activity.queries.ts'
import { deleteOldNames } from './activity-claims.queries.ts'

const hour = 3_600_000
/** Rows per transaction. With more, other writes would wait. */
const batchSize = 1000

/** Deletes activity after `limits.activityDays`. Deliveries are as old as what they brought, so they can't come back. */
export const sweepActivityJob: Job = {
  kind: 'activity.sweep',
  every: () => hour,
  async run({ db, clock }, _payload, signal) {
    const before = toInstant(clock.now().getTime() - limits.activityDays * 24 * hour)
    let deleted: number
    do deleted = await groupCommit(db, trx => deleteOldActivity(trx, before, batchSize))
    while (deleted === batchSize && !signal.aborted)
    await groupCommit(db, trx => deleteOldDeliveries(trx, before))
    const namesBefore = toInstant(clock.now().getTime() - limits.activityNameDays * 24 * hour)
    await groupCommit(db, trx => deleteOldNames(trx, namesBefore))
  },
}
