import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { messageReply } from '#shared/contract/errors.ts'
import { foundReportDraftReply, reportDraftQuery } from '#shared/contract/report-drafts.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { discardDraft, readDraft } from './report-drafts.service.ts'

export const reportDraftsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/reports/draft',
    {
      config: { access: 'signedIn' },
      schema: {
        operationId: 'getReportDraft',
        summary: 'Get the draft of your report',
        description:
          'What an assistant drafted for your report of this date, or else of today in your time zone (`POST /mcp`). Null without one. The form offers it, and only you can submit it. It ends with the report of its date, and 14 days after it was saved.',
        querystring: reportDraftQuery,
        response: { 200: foundReportDraftReply },
      },
    },
    async request => ({ draft: await readDraft(ctx, actorOf(request), request.query.date) }),
  )

  app.delete(
    '/reports/draft',
    {
      config: { access: 'signedIn' },
      schema: {
        operationId: 'discardReportDraft',
        summary: 'Discard the draft of your report',
        description: 'Of this date, or else of today in your time zone. Without a draft it changes nothing.',
        querystring: reportDraftQuery,
        response: { 200: messageReply },
      },
    },
    async request => ({ msg: await discardDraft(ctx, actorOf(request), request.query.date) }),
  )
}
