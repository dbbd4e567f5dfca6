import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { exportQuery } from '#shared/contract/exports.ts'
import { can } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { findSignedInUser } from '../../identity/sign-ins.ts'
import { reportsCsv } from './reports-csv.ts'

export const exportsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
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
        const actor = await findSignedInUser(ctx, reader)
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
