import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { signedInReply } from '#shared/contract/auth.ts'
import {
  authOptionsReply,
  codeAccountReply,
  codePasswordInput,
  codeQuery,
  forgotInput,
} from '#shared/contract/codes.ts'
import { messageReply } from '#shared/contract/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { answerTo } from './auth.routes.ts'
import { forgotPassword } from './auth.service.ts'
import { clientOf } from './client-of.ts'
import { readCode, redeemCode } from './redeem-code.service.ts'

/** Links that work once: invitations and forgotten passwords. */
export const codesRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/auth/options',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getSignInOptions',
        summary: 'Get the sign-in options',
        response: { 200: authOptionsReply },
      },
    },
    async () => ({ email_enabled: ctx.config.mail !== undefined }),
  )

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
      config: { access: 'public', codes: ['invitation_invalid'] },
      schema: {
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation',
        description: 'Sets the password and signs in. The link works once.',
        body: codePasswordInput,
        response: { 200: signedInReply },
      },
    },
    async (request, reply) =>
      answerTo(request, reply, await redeemCode(ctx, 'invitation', request.body, clientOf(request))),
  )

  app.post(
    '/auth/forgot',
    {
      bodyLimit: limits.signInBodyBytes,
      config: { access: 'public', codes: ['mail_not_set_up', 'too_many_attempts'] },
      schema: {
        operationId: 'requestPasswordReset',
        summary: 'Send a link to choose a new password',
        description: 'The answer is the same whether or not the email has an account.',
        body: forgotInput,
        response: { 200: messageReply },
      },
    },
    async request => {
      await forgotPassword(ctx, request.body.email, clientOf(request))
      return { msg: messages.reset.requested }
    },
  )

  app.get(
    '/auth/reset',
    {
      config: { access: 'public', codes: ['reset_link_invalid'] },
      schema: {
        operationId: 'getPasswordReset',
        summary: 'Get whose password a link chooses',
        querystring: codeQuery,
        response: { 200: codeAccountReply },
      },
    },
    request => readCode(ctx, 'reset', request.query.code),
  )

  app.post(
    '/auth/reset',
    {
      bodyLimit: limits.signInBodyBytes,
      config: { access: 'public', codes: ['reset_link_invalid'] },
      schema: {
        operationId: 'resetForgottenPassword',
        summary: 'Choose a new password',
        description: 'Signs the account out everywhere, then signs in. The link works once.',
        body: codePasswordInput,
        response: { 200: signedInReply },
      },
    },
    async (request, reply) =>
      answerTo(request, reply, await redeemCode(ctx, 'reset', request.body, clientOf(request))),
  )
}
