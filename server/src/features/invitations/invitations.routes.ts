import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { pathId } from '#shared/contract/fields.ts'
import { currentInvitationReply, newInvitationReply } from '#shared/contract/invitations.ts'
import { codeAccountReply, codePasswordInput, codeQuery, signedInReply } from '#shared/contract/sign-in.ts'
import { limits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import { originOf } from '../../http/origin-of.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { readCode, redeemCode } from '../../identity/redeem-code.ts'
import { clientOf, replyToSignIn } from '../../identity/sign-in-client.ts'
import { inviteAgain, readInvitation } from './invitations.service.ts'

/** For the invited user, who has the link. */
export const acceptInvitationRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/auth/invitation',
    {
      config: { access: 'public', codes: ['invitation_invalid'] },
      schema: {
        operationId: 'getInvitation',
        summary: 'Get who an invitation is for',
        querystring: codeQuery,
        response: { 200: codeAccountReply },
      },
    },
    request => readCode(ctx, 'invitation', request.query.code),
  )

  app.post(
    '/auth/invitation',
    {
      bodyLimit: limits.signInBodyBytes,
      config: {
        access: 'public',
        codes: ['invitation_invalid', 'password_sign_in_off', 'second_step_needed'],
      },
      schema: {
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation',
        description: 'Sets the password and signs in. The link works once.',
        body: codePasswordInput,
        response: { 200: signedInReply },
      },
    },
    async (request, reply) =>
      replyToSignIn(
        ctx,
        request,
        reply,
        await redeemCode(ctx, 'invitation', request.body, clientOf(request)),
      ),
  )
}

/** For reviewers, who read and renew the link of a user. */
export const invitationsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/users/:id/invitation',
    {
      config: { access: 'user.invite', needsSignIn: true, codes: ['user_not_found', 'user_has_password'] },
      schema: {
        operationId: 'getInvitationLink',
        summary: "Get an invited user's link",
        description:
          "Null once it has expired. A manager can't get an admin's link, nor a manager's while managers see only their teams.",
        params: pathId,
        response: { 200: currentInvitationReply },
      },
    },
    async request => ({
      invitation: await readInvitation(ctx, actorOf(request), request.params.id, originOf(request)),
    }),
  )

  app.post(
    '/users/:id/invitation',
    {
      config: { access: 'user.invite', needsSignIn: true, codes: ['user_not_found', 'user_has_password'] },
      schema: {
        operationId: 'inviteAgain',
        summary: 'Create a new invitation link',
        description:
          "For a user without a password. The previous link stops working. A manager can't invite an admin, nor a manager while managers see only their teams.",
        params: pathId,
        response: { 201: newInvitationReply },
      },
    },
    async (request, reply) => {
      const invitation = await inviteAgain(ctx, actorOf(request), request.params.id, originOf(request))
      return reply.code(201).send({ invitation })
    },
  )
}
