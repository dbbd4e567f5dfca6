import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { type Job, removeFailedBefore } from '../../jobs/job.ts'
import { notificationMailJob } from './notification-mail.job.ts'
import { deleteOld } from './notifications.queries.ts'

const hour = 3_600_000
/** Rows per transaction. With more, other writes would wait. */
const batchSize = 1000

/** Deletes notifications after `limits.notificationDays`, and failed mails about them. */
export const sweepNotificationsJob: Job = {
  kind: 'notifications.sweep',
  every: () => hour,
  async run({ db, clock }, _payload, signal) {
    const before = toInstant(clock.now().getTime() - limits.notificationDays * 24 * hour)
    let deleted: number
    do deleted = await groupCommit(db, trx => deleteOld(trx, before, batchSize))
    while (deleted === batchSize && !signal.aborted)
    // Without its notifications, a failed mail can't be sent again.
    await removeFailedBefore(db, notificationMailJob, before)
  },
}
