import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type MissedDays, missedDaysReply } from '#shared/contract/missed-days.ts'
import { startOfEditWindow } from '#shared/dates.ts'
import { isOwed } from '#shared/day-state.ts'
import { offeredDays } from '#shared/writable-days.ts'
import type { Context } from '../../context.ts'
import { actorOf, type SignedIn } from '../../http/plugins/access.ts'
import { ownDays } from '../calendar/calendar.service.ts'
import { findDraftDates } from '../report-drafts/report-drafts.service.ts'
import { findNudgesOf } from '../team-day/team-day.service.ts'

export const missedDaysRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/reports/missed',
    {
      config: { access: 'signedIn' },
      schema: {
        operationId: 'listMissedDays',
        summary: 'List the days you can still report for',
        description:
          'Working days without a report inside the edit window, in your time zone, and days with a draft; and reminders by reviewers of reports that you still owe.',
        response: { 200: missedDaysReply },
      },
    },
    request => readMissedDays(ctx, actorOf(request)),
  )
}

/** The days that the form offers, and the reminders that reviewers sent for owed reports. */
async function readMissedDays(ctx: Context, actor: SignedIn): Promise<MissedDays> {
  const own = await ownDays(ctx, actor)
  const first = startOfEditWindow(own.today, ctx.config.editWindowDays)
  const window = { first, last: own.today }
  const [days, reminders, drafts] = await Promise.all([
    own.within(window),
    findNudgesOf(ctx.db, actor.id, window),
    findDraftDates(ctx.db, actor.id),
  ])
  const owed = new Set(days.filter(({ state }) => isOwed(state)).map(({ date }) => date))
  return {
    days: offeredDays(days, drafts),
    drafts: drafts.toSorted(),
    reminders: reminders.filter(({ date }) => owed.has(date)),
  }
}
