import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { commentInput, commentsReply } from '#shared/contract/comments.ts'
import { pathId } from '#shared/contract/fields.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { addComment } from './comments.service.ts'

export const commentsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.post(
    '/reports/:id/comments',
    {
      config: {
        access: 'report.comment',
        codes: ['report_not_found', 'parent_comment_missing', 'too_many_comments', 'written_too_much'],
        heavyRead: 'list',
      },
      schema: {
        operationId: 'addComment',
        summary: 'Comment on a report',
        description: 'Send `parent_id` to reply to a comment. Returns all comments of the report.',
        params: pathId,
        body: commentInput,
        response: { 201: commentsReply },
      },
    },
    async (request, reply) => {
      reply.code(201)
      return addComment(ctx, actorOf(request), request.params.id, request.body)
    },
  )
}
