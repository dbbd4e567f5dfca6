import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { pathId } from '#shared/contract/fields.ts'
import { reviewedReportReply } from '#shared/contract/reports.ts'
import { bulkReviewInput, bulkReviewReply, reviewInput } from '#shared/contract/reviews.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { reviewReport, reviewReports } from './reviews.service.ts'

export const reviewsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.post(
    '/reports/:id/review',
    {
      config: {
        access: 'report.review',
        codes: [
          'report_not_found',
          'own_report',
          'report_edited_since',
          'reviewed_since',
          'changes_asked_since',
          'review_taken_back',
          'too_many_comments',
          'written_too_much',
        ],
      },
      schema: {
        operationId: 'reviewReport',
        summary: 'Review a report',
        description:
          "Send a comment with `needs_changes`: it joins the report's comments. Without one, `needs_changes` only takes back `reviewed` after changes were asked for, and needs `seen`. An edit makes the report `unreviewed` again.",
        params: pathId,
        body: reviewInput,
        response: { 200: reviewedReportReply },
      },
    },
    async request => ({
      report: await reviewReport(ctx, actorOf(request), request.params.id, request.body),
    }),
  )

  app.post(
    '/reports/review',
    {
      config: { access: 'report.review' },
      schema: {
        operationId: 'reviewReports',
        summary: 'Review several reports',
        description:
          'At most 100. Unknown reports, your own, those edited or reviewed since what you send with them, and those that have the state already are left out.',
        body: bulkReviewInput,
        response: { 200: bulkReviewReply },
      },
    },
    request => reviewReports(ctx, actorOf(request), request.body),
  )
}
