import type { Actor } from '#shared/permissions.ts'
import { dayInZone, timeInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { acquireLock } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { byJob, emit } from '../../events/event.ts'
import { everyone } from '../../identity/visible-people.ts'
import type { Job } from '../../jobs/job.ts'
import { runInNextTick } from '../../lib/map-in-chunks.ts'
import { workingDaysAround } from '../calendar/days.service.ts'
import { getOrganization, type Organization } from '../settings/settings.service.ts'
import { findLastAnnounced, findReviewersSince, saveLastAnnounced } from './summaries.queries.ts'
import { countReported, findSummaryPeople } from './summaries.service.ts'

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

/** Notifies the reviewers who had their account at the time `since`, each about the people of their summary. */
export async function announceToReviewers(
  ctx: Context,
  { organization, date, since, announced }: Announcement,
) {
  // On a new installation no report was expected yet.
  if ((await countReported(ctx, { organization, people: everyone }, date)).expected === 0) return
  const audiences = await findAudiences(ctx, { organization, date }, await findReviewersSince(ctx.db, since))
  await groupCommit(ctx.db, async trx => {
    await acquireLock(trx, 'summary')
    if ((await findLastAnnounced(trx)) === announced) return
    await saveLastAnnounced(trx, announced)
    for (const audience of audiences)
      await emit(ctx, trx, byJob, { kind: 'summary.ready', date, ...audience })
  })
}

type Audience = { userIds: number[]; reported: number; expected: number; isOfTeams: boolean }

/** Groups the reviewers whose summaries are about the same people, so that each day is counted once for a group. */
async function findAudiences(
  ctx: Context,
  { organization, date }: Pick<Announcement, 'organization' | 'date'>,
  reviewers: readonly Actor[],
): Promise<Audience[]> {
  const audiences = new Map<string, Audience>()
  for (const reviewer of reviewers) {
    const { people, isOfTeams } = await findSummaryPeople(ctx.db, reviewer)
    const key = `${isOfTeams} ${people.ids?.toSorted((a, b) => a - b).join()}`
    const known = audiences.get(key)
    if (known) known.userIds.push(reviewer.id)
    else {
      // Counting reads a whole day, so other requests run in between.
      const counts = await runInNextTick(() => countReported(ctx, { organization, people }, date))
      audiences.set(key, { userIds: [reviewer.id], isOfTeams, ...counts })
    }
  }
  return [...audiences.values()].filter(({ expected }) => expected > 0)
}
