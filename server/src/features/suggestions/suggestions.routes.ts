import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { suggestionsQuery, suggestionsReply } from '#shared/contract/suggestions.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { suggestFor } from './suggestions.service.ts'

export const suggestionsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/reports/suggestions',
    {
      config: { access: 'signedIn', heavyRead: 'list' },
      schema: {
        operationId: 'getSuggestions',
        summary: 'Get suggestions for a report',
        description:
          'What your report of this date, or else of today in your time zone, may be about: the plan of your last report (at most 14 days before), your open tasks, what you wrote most often in your last 20 reports, what you did elsewhere on this date, and your open blockers. Only of projects that a report can name.',
        querystring: suggestionsQuery,
        response: { 200: suggestionsReply },
      },
    },
    request => suggestFor(ctx, actorOf(request), request.query.date),
  )
}
