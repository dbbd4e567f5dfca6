import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type MissedDays, missedDaysReply } from '#shared/contract/missed-days.ts'
import { startOfEditWindow } from '#shared/dates.ts'
import { isOwed } from '#shared/day-state.ts'
import type { Context } from '../../context.ts'
import { actorOf, type SignedIn } from '../../http/plugins/access.ts'
import { ownDays } from '../calendar/calendar.service.ts'
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
          'Working days without a report inside the edit window, in your time zone, and reminders by reviewers of reports that you still owe.',
        response: { 200: missedDaysReply },
      },
    },
    request => readMissedDays(ctx, actorOf(request)),
  )
}

/** Missed days inside the edit window, in the user's time zone, and the reminders that reviewers sent for owed reports. */
async function readMissedDays(ctx: Context, actor: SignedIn): Promise<MissedDays> {
  const own = await ownDays(ctx, actor)
  const first = startOfEditWindow(own.today, ctx.config.editWindowDays)
  const window = { first, last: own.today }
  const [days, reminders] = await Promise.all([own.within(window), findNudgesOf(ctx.db, actor.id, window)])
  const owed = new Map(days.filter(({ state }) => isOwed(state)).map(({ date, state }) => [date, state]))
  return {
    days: [...owed].filter(([, state]) => state === 'missing').map(([date]) => date),
    reminders: reminders.filter(({ date }) => owed.has(date)),
  }
}
