import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  insightHoursQuery,
  insightHoursReply,
  insightReportingQuery,
  insightReportingReply,
} from '#shared/contract/insights.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { isDisconnected } from '../../http/plugins/heavy-reads.ts'
import { readInsightHours } from './insights.service.ts'
import { readInsightReporting } from './insights-reporting.service.ts'

export const insightsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/insights/hours',
    {
      config: { access: 'report.readAll', heavyRead: 'list' },
      schema: {
        operationId: 'getInsightHours',
        summary: 'Get the hours of a period by project, person or role',
        description:
          'At most 731 days. Deleted users and projects are counted. A user counts in the role that they have now.',
        querystring: insightHoursQuery,
        response: { 200: insightHoursReply },
      },
    },
    request => readInsightHours(ctx, actorOf(request), request.query, () => isDisconnected(request)),
  )

  app.get(
    '/insights/reporting',
    {
      config: { access: 'team.read', heavyRead: 'list' },
      schema: {
        operationId: 'getInsightReporting',
        summary: 'Count expected and sent reports by day',
        description: 'At most 731 days. The numbers of a day are those of `GET /team/day`.',
        querystring: insightReportingQuery,
        response: { 200: insightReportingReply },
      },
    },
    request => readInsightReporting(ctx, actorOf(request), request.query, () => isDisconnected(request)),
  )
}
