import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { messageReply } from '#shared/contract/errors.ts'
import { nudgeInput } from '#shared/contract/team.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { nudge } from './nudges.service.ts'

export const teamRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
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
