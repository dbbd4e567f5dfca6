import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accessTokenInput, accessTokensReply, newAccessTokenReply } from '#shared/contract/access-tokens.ts'
import { messageReply } from '#shared/contract/errors.ts'
import { pathId } from '#shared/contract/fields.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { createToken, endToken, listTokens } from './access-tokens.service.ts'

export const accessTokensRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/account/tokens',
    {
      config: { access: 'signedIn', needsSignIn: true },
      schema: {
        operationId: 'listAccessTokens',
        summary: 'List your access tokens',
        description: 'The newest first. Expired ones are listed until you make another one.',
        response: { 200: accessTokensReply },
      },
    },
    request => listTokens(ctx, actorOf(request)),
  )

  app.post(
    '/account/tokens',
    {
      config: { access: 'signedIn', needsSignIn: true, codes: ['too_many_tokens'] },
      schema: {
        operationId: 'createAccessToken',
        summary: 'Create an access token',
        description:
          'For a program that acts for you, with the rights that you have at the time of each call. Only this answer has the token. A `read` token may make every GET call, a `write` token all others too, except those about passwords, emails, tokens, sign-ins and invitations. A user has at most 20 tokens.',
        body: accessTokenInput,
        response: { 201: newAccessTokenReply },
      },
    },
    async (request, reply) => reply.code(201).send(await createToken(ctx, actorOf(request), request.body)),
  )

  app.delete(
    '/account/tokens/:id',
    {
      config: { access: 'signedIn', needsSignIn: true, codes: ['access_token_not_found'] },
      schema: {
        operationId: 'deleteAccessToken',
        summary: 'Delete an access token',
        description: 'Its next call is refused.',
        params: pathId,
        response: { 200: messageReply },
      },
    },
    async request => {
      await endToken(ctx, actorOf(request), request.params.id)
      return { msg: messages.accessTokens.deleted }
    },
  )
}
