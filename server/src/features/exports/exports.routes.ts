import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type ExportQuery, exportQuery } from '#shared/contract/exports.ts'
import type { Context } from '../../context.ts'
import type { Exported } from '../../events/event.ts'
import { actorOf, type SignedIn } from '../../http/plugins/access.ts'
import { sendFile } from '../../http/send-file.ts'
import { emitExport } from '../../identity/emit-export.ts'
import { mayStill } from '../../identity/sign-ins.ts'
import { narrowTo, narrowToRole, visiblePeople } from '../../identity/visible-people.ts'
import { csvType } from '../../lib/csv-cell.ts'
import { xlsxType } from '../../lib/xlsx.ts'
import type { ExportFilter } from './exports.queries.ts'
import { reportsCsv } from './reports-csv.ts'
import { assertFitsSheet, reportsXlsx } from './reports-xlsx.ts'

export const exportsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  const filterOf = async (
    reader: SignedIn,
    { userId, teamId, role, ...query }: ExportQuery,
  ): Promise<ExportFilter> => {
    const visible = narrowTo(await visiblePeople(ctx.db, reader, teamId), userId)
    return { ...query, people: await narrowToRole(ctx.db, visible, role) }
  }
  const fileName = (ending: string) => `reports-${ctx.clock.now().toISOString().slice(0, 10)}.${ending}`

  const exportedAs = (format: 'csv' | 'xlsx', { userId, ...filters }: ExportQuery): Exported => ({
    what: 'reports',
    format,
    userId,
    filters,
  })

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
      const filter = await filterOf(reader, request.query)
      await emitExport(ctx, reader, exportedAs('csv', request.query))
      return sendFile(reply, {
        name: fileName('csv'),
        type: csvType,
        content: reportsCsv(ctx, filter, () => mayStill(ctx, reader, 'report.readAll')),
      })
    },
  )

  app.get(
    '/reports/export/xlsx',
    {
      config: {
        access: 'report.readAll',
        heavyRead: 'export',
        sends: xlsxType,
        codes: ['too_many_rows'],
      },
      schema: {
        operationId: 'exportReportsXlsx',
        summary: 'Export reports as XLSX',
        description:
          'The rows and columns of the CSV, with hours, dates and times as numbers. Send both dates or neither.',
        querystring: exportQuery,
      },
    },
    async (request, reply) => {
      const reader = actorOf(request)
      const filter = await filterOf(reader, request.query)
      await assertFitsSheet(ctx, filter)
      await emitExport(ctx, reader, exportedAs('xlsx', request.query))
      return sendFile(reply, {
        name: fileName('xlsx'),
        type: xlsxType,
        content: reportsXlsx(ctx, filter, () => mayStill(ctx, reader, 'report.readAll')),
      })
    },
  )
}
