import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { pathId } from '#shared/contract/fields.ts'
import { removalReply } from '#shared/contract/files.ts'
import { urlInput, urlReply, urlsReply } from '#shared/contract/urls.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { addUrl, deleteUrl, editUrl, listUrls, restoreUrl } from './urls.service.ts'

export const urlsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/projects/:id/urls',
    {
      config: { access: 'signedIn', heavyRead: 'list' },
      schema: {
        operationId: 'listLinks',
        summary: "List a project's links",
        params: pathId,
        response: { 200: urlsReply },
      },
    },
    request => listUrls(ctx, request.params.id),
  )

  app.post(
    '/projects/:id/urls',
    {
      config: { access: 'signedIn', codes: ['too_many_urls'] },
      schema: {
        operationId: 'addLink',
        summary: 'Add a link',
        params: pathId,
        body: urlInput,
        response: { 201: urlReply },
      },
    },
    async (request, reply) => {
      reply.code(201)
      return addUrl(ctx, actorOf(request), request.params.id, request.body)
    },
  )

  app.put(
    '/urls/:id',
    {
      config: { access: 'signedIn', codes: ['url_not_found', 'url_marked'] },
      schema: {
        operationId: 'updateLink',
        summary: 'Update a link',
        description: "A link that's marked for deletion can't be changed.",
        params: pathId,
        body: urlInput,
        response: { 200: urlReply },
      },
    },
    request => editUrl(ctx, actorOf(request), request.params.id, request.body),
  )

  app.delete(
    '/urls/:id',
    {
      config: { access: 'resource.delete', codes: ['url_not_found'] },
      schema: {
        operationId: 'deleteLink',
        summary: 'Delete a link',
        description: 'An admin deletes it. A manager marks it for deletion.',
        params: pathId,
        response: { 200: removalReply },
      },
    },
    async request => {
      const blurred = await deleteUrl(ctx, actorOf(request), request.params.id)
      return { msg: blurred ? messages.urls.marked : messages.urls.removed, blurred }
    },
  )

  app.put(
    '/urls/:id/unblur',
    {
      config: { access: 'resource.restore', codes: ['url_not_found'] },
      schema: {
        operationId: 'restoreLink',
        summary: 'Restore a link',
        description: 'The link is no longer marked for deletion.',
        params: pathId,
        response: { 200: urlReply },
      },
    },
    request => restoreUrl(ctx, actorOf(request), request.params.id),
  )
}
