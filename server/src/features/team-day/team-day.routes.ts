import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { messageReply } from '#shared/contract/errors.ts'
import {
  nudgeInput,
  teamDayQuery,
  teamDayReply,
  teamOverviewQuery,
  teamOverviewReply,
} from '#shared/contract/team-day.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { isDisconnected } from '../../http/plugins/heavy-reads.ts'
import { nudge, readOverview, readTeamDay } from './team-day.service.ts'

export const teamDayRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/team/day',
    {
      config: { access: 'team.read', heavyRead: 'list' },
      schema: {
        operationId: 'getTeamDay',
        summary: 'Get a day of the team with its reports',
        description:
          "Reports to review, reports with changes asked for, reviewed reports and your own unreviewed report, then users who are missing, due or off; by name among themselves. Without `date`: the organization's today, before its summary time the last working day. `projectId` selects users who are assigned to the project. To read a long list, ask for `includeUserIds` once and then for some `userIds` at a time: pages by number shift when a report is reviewed in between.",
        querystring: teamDayQuery,
        response: { 200: teamDayReply },
      },
    },
    request => readTeamDay(ctx, actorOf(request), request.query, () => isDisconnected(request)),
  )

  app.get(
    '/team/overview',
    {
      config: { access: 'team.read' },
      schema: {
        operationId: 'getTeamOverview',
        summary: 'Get what waits for a reviewer',
        description:
          "How many reports are to be reviewed, and who owes a report for the organization's today.",
        querystring: teamOverviewQuery,
        response: { 200: teamOverviewReply },
      },
    },
    request => readOverview(ctx, actorOf(request), request.query),
  )

  app.post(
    '/team/nudges',
    {
      config: { access: 'team.nudge', codes: ['user_not_found', 'nothing_owed', 'already_reminded'] },
      schema: {
        operationId: 'remindUser',
        summary: 'Remind a user of a report',
        description: 'Only of a report that the user owes, once for each date. Only the user sees it.',
        body: nudgeInput,
        response: { 201: messageReply },
      },
    },
    async (request, reply) => {
      reply.code(201)
      return { msg: await nudge(ctx, actorOf(request), request.body) }
    },
  )
}
