import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { pathId } from '#shared/contract/fields.ts'
import {
  decimalHoursErrors,
  myReportsQuery,
  reportInput,
  reportPageReply,
  reportsQuery,
  revisionsReply,
  savedReportReply,
} from '#shared/contract/reports.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { isDisconnected } from '../../http/plugins/heavy-reads.ts'
import { refuseInput } from '../../http/refusals.ts'
import { editReport, listMyReports, listReports, listVersions, submitReport } from './reports.service.ts'

/** The codes of a row whose task is refused. */
const taskCodes = ['task_not_assigned', 'task_of_other_project'] as const

/** Runs before the validation, which turns hours into minutes. */
async function refuseDecimalHours({ actor, body }: FastifyRequest) {
  const errors = actor?.accessToken ? decimalHoursErrors(body) : {}
  if (Object.keys(errors).length > 0) throw refuseInput(errors, 'decimal_hours')
}

export const reportsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.post(
    '/reports',
    {
      config: {
        access: 'signedIn',
        codes: ['decimal_hours', 'project_missing', ...taskCodes, 'report_exists', 'written_too_much'],
      },
      preValidation: refuseDecimalHours,
      schema: {
        operationId: 'submitReport',
        summary: 'Submit a report',
        description: 'One report per user and date.',
        body: reportInput,
        response: { 201: savedReportReply },
      },
    },
    async (request, reply) => {
      reply.code(201)
      return {
        msg: messages.reports.submitted,
        report: await submitReport(ctx, actorOf(request), request.body),
      }
    },
  )

  app.get(
    '/reports/me',
    {
      config: { access: 'signedIn', heavyRead: 'list' },
      schema: {
        operationId: 'listMyReports',
        summary: 'List your reports',
        description: 'Newest first.',
        querystring: myReportsQuery,
        response: { 200: reportPageReply },
      },
    },
    request => listMyReports(ctx, actorOf(request), request.query, () => isDisconnected(request)),
  )

  app.get(
    '/reports',
    {
      config: { access: 'report.readAll', heavyRead: 'list' },
      schema: {
        operationId: 'listReports',
        summary: 'List all reports',
        description: 'Newest first. Filter by user, project, date or review.',
        querystring: reportsQuery,
        response: { 200: reportPageReply },
      },
    },
    request => listReports(ctx, actorOf(request), request.query, () => isDisconnected(request)),
  )

  app.get(
    '/reports/:id/revisions',
    {
      config: { access: 'report.read', codes: ['report_not_found'], heavyRead: 'list' },
      schema: {
        operationId: 'listRevisions',
        summary: "List a report's versions",
        description:
          'The newest 1,000, oldest first, the current one last. If all of them are longer than an answer may be, the texts of the oldest are cut.',
        params: pathId,
        response: { 200: revisionsReply },
      },
    },
    async request => ({
      data: await listVersions(ctx, actorOf(request), request.params.id, () => isDisconnected(request)),
    }),
  )

  app.put(
    '/reports/:id',
    {
      config: {
        access: 'report.edit',
        codes: [
          'report_not_found',
          'edit_window_over',
          'decimal_hours',
          'project_missing',
          ...taskCodes,
          'too_many_versions',
          'written_too_much',
        ],
      },
      preValidation: refuseDecimalHours,
      schema: {
        operationId: 'updateReport',
        summary: 'Update your report',
        description:
          "Only inside the edit window, or while changes are asked for. The date can't be changed. The version before is kept.",
        params: pathId,
        body: reportInput,
        response: { 200: savedReportReply },
      },
    },
    async request => {
      const report = await editReport(ctx, actorOf(request), request.params.id, request.body)
      return { msg: messages.reports.updated, report }
    },
  )
}
