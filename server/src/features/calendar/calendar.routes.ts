import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  calendarQuery,
  calendarReply,
  calendarYearQuery,
  calendarYearReply,
  teamCalendarQuery,
  teamCalendarReply,
} from '#shared/contract/calendar.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { readMonth, readTeamMonth, readYear } from './calendar.service.ts'

export const calendarRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/calendar/me',
    {
      config: { access: 'signedIn' },
      schema: {
        operationId: 'getCalendar',
        summary: 'Get a month of your days',
        description: 'The current month in your time zone, unless you name another.',
        querystring: calendarQuery,
        response: { 200: calendarReply },
      },
    },
    request => readMonth(ctx, actorOf(request), request.query.month),
  )

  app.get(
    '/calendar/me/year',
    {
      config: { access: 'signedIn' },
      schema: {
        operationId: 'getCalendarYear',
        summary: 'Get a year of your days',
        description: 'The current year in your time zone, unless you name another.',
        querystring: calendarYearQuery,
        response: { 200: calendarYearReply },
      },
    },
    request => readYear(ctx, actorOf(request), request.query.year),
  )

  app.get(
    '/calendar/team',
    {
      config: { access: 'calendar.readTeam', heavyRead: 'list' },
      schema: {
        operationId: 'getTeamCalendar',
        summary: "Get a month of the team's days",
        description:
          'By name: users who are expected to report, and others who reported in this month. `projectId` selects users who are assigned to the project.',
        querystring: teamCalendarQuery,
        response: { 200: teamCalendarReply },
      },
    },
    request => readTeamMonth(ctx, actorOf(request), request.query),
  )
}
