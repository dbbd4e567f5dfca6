import { dayInZone, timeInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { acquireLock } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { emit } from '../../events/event.ts'
import type { Job } from '../../jobs/job.ts'
import { workingDaysAround } from '../calendar/days.service.ts'
import { type Organization, organizationOf } from '../settings/settings.service.ts'
import { findLastAnnounced, findReviewersSince, saveLastAnnounced } from './summaries.queries.ts'
import { countReported } from './summaries.service.ts'

/** Announces the summary of a working day to reviewers, at the summary time of the next one. */
export const summaryJob: Job = {
  kind: 'team.summary',
  every: () => 30_000,
  run: ctx => announceSummary(ctx),
}

/** On a working day of the organization after its summary time: the summary of the working day before, once for all instances. */
export async function announceSummary(ctx: Context): Promise<void> {
  const { db, clock } = ctx
  const organization = await organizationOf(ctx, db)
  const now = clock.now()
  const today = dayInZone(now, organization.time_zone)
  const since = timeInZone(today, organization.summary_time, organization.time_zone)
  if (now.toISOString() < since) return
  const { isOne, previous: date } = await workingDaysAround(db, organization, today)
  if (!isOne || date === undefined) return
  // With the time: if the summary time moves, reviewers who joined since the earlier one are notified at the later one.
  const announced = `${date} ${since}`
  if ((await findLastAnnounced(db)) === announced) return
  await announceToReviewers(ctx, { organization, date, since, announced })
}

type Announcement = { organization: Organization; date: string; since: string; announced: string }

/** Notifies the reviewers who had their account at the time `since`. */
export async function announceToReviewers(
  ctx: Context,
  { organization, date, since, announced }: Announcement,
) {
  const counts = await countReported(ctx, organization, date)
  // A new installation has no summary.
  if (counts.expected === 0) return
  await groupCommit(ctx.db, async trx => {
    await acquireLock(trx, 'summary')
    if ((await findLastAnnounced(trx)) === announced) return
    await saveLastAnnounced(trx, announced)
    const userIds = await findReviewersSince(trx, since)
    if (userIds.length > 0) await emit(ctx, trx, { kind: 'summary.ready', date, userIds, ...counts })
  })
}
