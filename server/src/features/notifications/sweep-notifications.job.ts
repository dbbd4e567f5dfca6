import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { type Job, removeFailedBefore } from '../../jobs/job.ts'
import { notificationMailJob } from './notification-mail.job.ts'
import { deleteOld } from './notifications.queries.ts'

const hour = 3_600_000
/** Few enough that no write waits long. */
const batchSize = 1000

/** Deletes notifications that have been kept long enough, and mails about them that failed. */
export const sweepNotificationsJob: Job = {
  kind: 'notifications.sweep',
  every: () => hour,
  async run({ db, clock }, _payload, signal) {
    const before = toInstant(clock.now().getTime() - limits.notificationDays * 24 * hour)
    let deleted: number
    do deleted = await groupCommit(db, trx => deleteOld(trx, before, batchSize))
    while (deleted === batchSize && !signal.aborted)
    // Their mails have nothing left to say.
    await removeFailedBefore(db, notificationMailJob, before)
  },
}
