import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { summaryPath, summaryQuery, summaryReply } from '#shared/contract/summaries.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { readSummary } from './summaries.service.ts'

export const summariesRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/team/summaries/:date',
    {
      config: { access: 'team.read', heavyRead: 'list' },
      schema: {
        operationId: 'getSummary',
        summary: "Get the summary of the team's day",
        description:
          'Who reported and who did not, open blockers by age, hours by project beside those of a week before, and what waits for review. With the last working day of a week also the week. The mail to reviewers says the same.',
        params: summaryPath,
        querystring: summaryQuery,
        response: { 200: summaryReply },
      },
    },
    request => readSummary(ctx, actorOf(request), request.params.date, request.query),
  )
}
