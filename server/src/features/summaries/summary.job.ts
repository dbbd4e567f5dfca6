import { dayInZone, timeInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { advisoryLock } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { emit } from '../../events/event.ts'
import type { Job } from '../../jobs/job.ts'
import { workingDaysAround } from '../calendar/days.service.ts'
import { type Organization, organizationOf } from '../settings/settings.service.ts'
import { findReviewersSince, findTold, saveTold } from './summaries.queries.ts'
import { countReported } from './summaries.service.ts'

/** Tells the reviewers of a working day's summary, once its morning has come. */
export const summaryJob: Job = {
  kind: 'team.summary',
  every: () => 30_000,
  run: ctx => tellSummary(ctx),
}

/** On an organization's working day after its summary time: of the last working day before. Once, whichever instance. */
export async function tellSummary(ctx: Context): Promise<void> {
  const { db, clock } = ctx
  const organization = await organizationOf(ctx, db)
  const now = clock.now()
  const today = dayInZone(now, organization.time_zone)
  const since = timeInZone(today, organization.summary_time, organization.time_zone)
  if (now.toISOString() < since) return
  const { isOne, previous: date } = await workingDaysAround(db, organization, today)
  if (!isOne || date === undefined) return
  // With the time: users who were not there at an earlier one are told at a later one.
  const told = `${date} ${since}`
  if ((await findTold(db)) === told) return
  await tellReviewers(ctx, { organization, date, since, told })
}

type Telling = { organization: Organization; date: string; since: string; told: string }

/** Those who had their account at a moment. */
export async function tellReviewers(ctx: Context, { organization, date, since, told }: Telling) {
  const counts = await countReported(ctx, organization, date)
  // A new installation has nothing to tell.
  if (counts.expected === 0) return
  await groupCommit(ctx.db, async trx => {
    await advisoryLock(trx, 'summary')
    if ((await findTold(trx)) === told) return
    await saveTold(trx, told)
    const userIds = await findReviewersSince(trx, since)
    if (userIds.length > 0) await emit(ctx, trx, { kind: 'summary.ready', date, userIds, ...counts })
  })
}
