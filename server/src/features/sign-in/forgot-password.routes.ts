import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { messageReply } from '#shared/contract/errors.ts'
import {
  codeAccountReply,
  codeQuery,
  forgotInput,
  resetPasswordInput,
  signedInReply,
} from '#shared/contract/sign-in.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { readCode, redeemCode } from '../../identity/redeem-code.ts'
import { clientOf, replyToSignIn } from '../../identity/sign-in-client.ts'
import { forgotPassword } from './forgot-password.service.ts'

export const forgotPasswordRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.post(
    '/auth/forgot',
    {
      bodyLimit: limits.signInBodyBytes,
      config: { access: 'public', codes: ['mail_not_set_up', 'password_sign_in_off', 'too_many_attempts'] },
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
      return { msg: messages.signIn.resetRequested }
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
      config: {
        access: 'public',
        codes: ['reset_link_invalid', 'password_sign_in_off', 'second_step_needed'],
      },
      schema: {
        operationId: 'resetForgottenPassword',
        summary: 'Choose a new password',
        description:
          'Signs the account out everywhere, then signs in, or asks for the second step as `POST /auth/login` does. The link works once. With `end_identities`, linked sign-ins of a provider end too.',
        body: resetPasswordInput,
        response: { 200: signedInReply },
      },
    },
    async (request, reply) =>
      replyToSignIn(ctx, request, reply, await redeemCode(ctx, 'reset', request.body, clientOf(request))),
  )
}
