import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { timesheetExportQuery, timesheetQuery, timesheetReply } from '#shared/contract/timesheet.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { sendFile } from '../../http/send-file.ts'
import { emitExport } from '../../identity/emit-export.ts'
import { mayStill } from '../../identity/sign-ins.ts'
import { xlsxType } from '../../lib/xlsx.ts'
import { readAllRows, readTimesheet } from './timesheet.service.ts'
import { timesheetFile } from './timesheet-files.ts'

export const timesheetRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/timesheet',
    {
      config: { access: 'report.readAll', heavyRead: 'list' },
      schema: {
        operationId: 'getTimesheet',
        summary: 'Get the hours of people by day',
        description:
          'By name: users who are expected to report, and others who reported in the period, at most 62 days. With `projectId` the minutes are those on this project.',
        querystring: timesheetQuery,
        response: { 200: timesheetReply },
      },
    },
    request => readTimesheet(ctx, actorOf(request), request.query),
  )

  app.get(
    '/timesheet/export',
    {
      config: { access: 'report.readAll', heavyRead: 'export', sends: ['text/csv', xlsxType] },
      schema: {
        operationId: 'exportTimesheet',
        summary: 'Export the timesheet as CSV or XLSX',
        description:
          'All people that the filters select. CSV has decimal hours; XLSX has durations, and sums that follow a change.',
        querystring: timesheetExportQuery,
      },
    },
    async (request, reply) => {
      const reader = actorOf(request)
      const { format, ...selection } = request.query
      const rows = await readAllRows(ctx, reader, selection, () => mayStill(ctx, reader, 'report.readAll'))
      const { userId, ...filters } = selection as typeof selection & { userId?: number }
      await emitExport(ctx, reader, { what: 'timesheet', format, userId, filters })
      return sendFile(reply, timesheetFile(format, selection, rows))
    },
  )
}
