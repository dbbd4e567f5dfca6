import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { pathId } from '#shared/contract/fields.ts'
import { reportDetailsReply, reportQuery } from '#shared/contract/reports.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { listComments } from '../comments/comments.service.ts'
import { readReport } from '../reports/reports.service.ts'
import { findOpenTasks } from '../tasks/report-tasks.service.ts'

/** The reply joins a report and its comments. It is a feature of its own, so that neither of those two imports the other. */
export const reportDetailsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/reports/:id',
    {
      config: { access: 'report.read', codes: ['report_not_found'], heavyRead: 'list' },
      schema: {
        operationId: 'getReport',
        summary: 'Get a report with its comments',
        params: pathId,
        querystring: reportQuery,
        response: { 200: reportDetailsReply },
      },
    },
    async request => {
      const { id } = request.params
      const actor = actorOf(request)
      const report = await readReport(ctx, actor, id, request.query.include_task_details)
      const [comments, open_tasks] = await Promise.all([
        listComments(ctx, id),
        findOpenTasks(ctx.db, actor, report.task_details ?? []),
      ])
      return { report, comments, edit_window_days: ctx.config.editWindowDays, open_tasks }
    },
  )
}
