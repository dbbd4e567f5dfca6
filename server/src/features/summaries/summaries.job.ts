import { dayInZone, timeInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { acquireLock } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { emit } from '../../events/event.ts'
import type { Job } from '../../jobs/job.ts'
import { workingDaysAround } from '../calendar/days.service.ts'
import { getOrganization, type Organization } from '../settings/settings.service.ts'
import { findLastAnnounced, findReviewersSince, saveLastAnnounced } from './summaries.queries.ts'
import { countReported } from './summaries.service.ts'

/** Announces the summary of a working day to reviewers, at the summary time of the next one. */
export const summaryJob: Job = {
  kind: 'team.summary',
  every: () => 30_000,
  run: ctx => announceSummary(ctx),
}

/** Runs on the organization's working days after the summary time. It announces each summary once for all instances. */
export async function announceSummary(ctx: Context): Promise<void> {
  const { db, clock } = ctx
  const organization = await getOrganization(ctx, db)
  const now = clock.now()
  const today = dayInZone(now, organization.time_zone)
  const since = timeInZone(today, organization.summary_time, organization.time_zone)
  if (now.toISOString() < since) return
  const { isOne, previous: date } = await workingDaysAround(db, organization, today)
  if (!isOne || date === undefined) return
  // The value includes the time: if the summary time moves, reviewers who joined in between are notified at the later time.
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
  // On a new installation no report was expected yet.
  if (counts.expected === 0) return
  await groupCommit(ctx.db, async trx => {
    await acquireLock(trx, 'summary')
    if ((await findLastAnnounced(trx)) === announced) return
    await saveLastAnnounced(trx, announced)
    const userIds = await findReviewersSince(trx, since)
    if (userIds.length > 0) await emit(ctx, trx, { kind: 'summary.ready', date, userIds, ...counts })
  })
}
