import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Job } from '../../jobs/job.ts'
import { deleteOldDrafts } from './report-drafts.queries.ts'

const hour = 3_600_000
/** Rows per transaction. With more, other writes would wait. */
const batchSize = 1000

/** Deletes drafts after `limits.draftDays`, as the browser does with those that are typed there. */
export const sweepDraftsJob: Job = {
  kind: 'report-drafts.sweep',
  every: () => hour,
  async run({ db, clock }, _payload, signal) {
    const before = toInstant(clock.now().getTime() - limits.draftDays * 24 * hour)
    let deleted: number
    do deleted = await groupCommit(db, trx => deleteOldDrafts(trx, before, batchSize))
    while (deleted === batchSize && !signal.aborted)
  },
}
