import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { pathId } from '#shared/contract/fields.ts'
import {
  allProjectHoursReply,
  exportQuery,
  projectHoursQuery,
  projectHoursReply,
  projectSummaryQuery,
  projectSummaryReply,
} from '#shared/contract/review.ts'
import { can } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { isGone } from '../../http/plugins/heavy-reads.ts'
import { whoIsSignedIn } from '../../identity/sign-ins.ts'
import { allProjectHours, projectHours } from './project-hours.service.ts'
import { projectSummary } from './project-summary.service.ts'
import { reportsCsv } from './reports-csv.ts'

export const reviewRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
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
    request => projectHours(ctx, request.params.id, request.query.role),
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
    request => allProjectHours(ctx, request.query.role, () => isGone(request)),
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
      const json = await projectSummary(ctx, request.query, () => isGone(request))
      // Already written as its schema says.
      return reply.type('application/json; charset=utf-8').send(json as never)
    },
  )

  app.get(
    '/reports/export/csv',
    {
      config: { access: 'report.readAll', heavyRead: 'export', sends: 'text/csv' },
      schema: {
        operationId: 'exportReports',
        summary: 'Export reports as CSV',
        description: 'Send both dates or neither.',
        querystring: exportQuery,
      },
    },
    async (request, reply) => {
      const reader = actorOf(request)
      const isStillAllowed = async () => {
        const actor = await whoIsSignedIn(ctx, reader)
        return actor !== undefined && can(actor, 'report.readAll')
      }
      const today = ctx.clock.now().toISOString().slice(0, 10)
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="reports-${today}.csv"`)
        .send(Readable.from(reportsCsv(ctx, request.query, isStillAllowed), { objectMode: false }))
    },
  )
}
