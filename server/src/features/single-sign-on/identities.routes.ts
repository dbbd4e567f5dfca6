import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { messageReply } from '#shared/contract/errors.ts'
import { pathId } from '#shared/contract/fields.ts'
import { confirmInput } from '#shared/contract/second-step.ts'
import { identitiesReply, linkIdentityInput, linkIdentityReply } from '#shared/contract/single-sign-on.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { confirmPerson } from '../../identity/confirm-person.ts'
import { refusalOf } from './failures.ts'
import { listIdentities, unlinkIdentity } from './identities.service.ts'
import { beginSignOn } from './single-sign-on.routes.ts'
import { configOf } from './single-sign-on.service.ts'

export const identitiesRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/account/identities',
    {
      config: { access: 'signedIn', needsSignIn: true },
      schema: {
        operationId: 'listIdentities',
        summary: 'List the sign-ins linked to your account',
        description: 'The oldest first, all on one page.',
        response: { 200: identitiesReply },
      },
    },
    async request => {
      const data = await listIdentities(ctx, actorOf(request))
      return { data, pagination: paginationOf(data.length, { page: 1, limit: Math.max(1, data.length) }) }
    },
  )

  app.post(
    '/account/identities',
    {
      bodyLimit: limits.signInBodyBytes,
      config: {
        access: 'signedIn',
        needsSignIn: true,
        codes: ['sso_not_set_up', 'sso_unavailable', 'sso_failed', 'sign_in_again', 'too_many_attempts'],
      },
      schema: {
        operationId: 'linkIdentity',
        summary: 'Begin to link a sign-in of the provider',
        description:
          'For browsers: open `url`, and the provider leads back to your account. Takes your password; without one, you must have signed in during the last ten minutes.',
        body: linkIdentityInput,
        response: { 200: linkIdentityReply },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      configOf(ctx)
      const { password } = request.body
      await confirmPerson(ctx, actor, { password, field: 'password', address: request.clientAddress })
      const link = { userId: actor.id, signInId: actor.signInId ?? '' }
      const { url, cookie } = await beginSignOn(ctx, request, { link }).catch(error => {
        throw refusalOf(ctx, request.log, error)
      })
      reply.header('set-cookie', cookie)
      return { url }
    },
  )

  app.delete(
    '/account/identities/:id',
    {
      bodyLimit: limits.signInBodyBytes,
      config: {
        access: 'signedIn',
        needsSignIn: true,
        codes: ['identity_not_found', 'last_way_in', 'sign_in_again', 'too_many_attempts'],
      },
      schema: {
        operationId: 'unlinkIdentity',
        summary: 'Unlink a sign-in of a provider',
        description:
          "Takes your password; without one, you must have signed in during the last ten minutes. The last way to sign in can't be removed.",
        params: pathId,
        body: z.nullish(confirmInput),
        response: { 200: messageReply },
      },
    },
    async request => {
      const confirmed = { password: request.body?.password, address: request.clientAddress }
      await unlinkIdentity(ctx, actorOf(request), { id: request.params.id, ...confirmed })
      return { msg: messages.singleSignOn.unlinked }
    },
  )
}
