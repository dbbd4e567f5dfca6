import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { pathId } from '#shared/contract/fields.ts'
import {
  allProjectHoursReply,
  projectHoursQuery,
  projectHoursReply,
  projectSummaryQuery,
  projectSummaryReply,
} from '#shared/contract/hours.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { isDisconnected } from '../../http/plugins/heavy-reads.ts'
import { allProjectHours, projectHours, projectSummary } from './hours.service.ts'

export const hoursRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/reports/project/:id/hours',
    {
      config: { access: 'report.readAll' },
      schema: {
        operationId: 'getProjectHours',
        summary: "Get a project's hours by user",
        params: pathId,
        querystring: projectHoursQuery,
        response: { 200: projectHoursReply },
      },
    },
    request => projectHours(ctx, actorOf(request), request.params.id, request.query.role),
  )

  app.get(
    '/reports/project-hours',
    {
      config: { access: 'report.readAll', heavyRead: 'list' },
      schema: {
        operationId: 'listProjectHours',
        summary: 'Get the hours of all projects by user',
        description: 'The keys of the answer are project ids.',
        querystring: projectHoursQuery,
        response: { 200: allProjectHoursReply },
      },
    },
    request => allProjectHours(ctx, actorOf(request), request.query.role, () => isDisconnected(request)),
  )

  app.get(
    '/reports/project-summary',
    {
      config: { access: 'report.readAll', codes: ['not_found'], heavyRead: 'list' },
      schema: {
        operationId: 'getProjectSummary',
        summary: 'Get a summary of what was reported on a project',
        querystring: projectSummaryQuery,
        response: { 200: projectSummaryReply },
      },
    },
    async (request, reply) => {
      const json = await projectSummary(ctx, actorOf(request), request.query, () => isDisconnected(request))
      // The JSON is already serialized by its schema.
      return reply.type('application/json; charset=utf-8').send(json as never)
    },
  )
}
