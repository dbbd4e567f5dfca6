import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { commentInput, commentsReply } from '#shared/contract/comments.ts'
import { pathId } from '#shared/contract/fields.ts'
import { newCommentsReply } from '#shared/contract/new-comments.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { addComment, listNewComments } from './comments.service.ts'

export const commentsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/comments/new',
    {
      config: { access: 'signedIn' },
      schema: {
        operationId: 'listNewComments',
        summary: 'List comments you have not answered',
        description:
          "Others' comments on your reports of the last 7 days since your last comment or edit there, newest first, at most 20, without those that ask for changes. Texts are cut at 200 characters.",
        response: { 200: newCommentsReply },
      },
    },
    async request => ({ comments: await listNewComments(ctx, actorOf(request)) }),
  )

  app.post(
    '/reports/:id/comments',
    {
      config: {
        access: 'report.comment',
        codes: ['report_not_found', 'parent_comment_missing', 'too_many_comments'],
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
