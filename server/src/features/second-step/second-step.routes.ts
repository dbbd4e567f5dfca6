import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {
  passkeyOptionsInput,
  passkeyOptionsReply,
  passkeySignInInput,
  secondStepInput,
} from '#shared/contract/second-step.ts'
import { signedInReply } from '#shared/contract/sign-in.ts'
import { limits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import { browserCookie, browserIdOf } from '../../identity/second-step.ts'
import { clientOf, replyToSignIn } from '../../identity/sign-in-client.ts'
import { finishSignIn, offerPasskey, signInByPasskey } from './second-step.service.ts'

export const secondStepRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.post(
    '/auth/second-step',
    {
      bodyLimit: limits.signInBodyBytes,
      config: {
        access: 'public',
        codes: [
          'challenge_ended',
          'second_step_wrong',
          'second_step_failed',
          'authenticator_key_lost',
          'user_not_found',
          'identity_taken',
          'sso_not_set_up',
          'sso_email_missing',
          'sso_domain_refused',
          'too_many_attempts',
        ],
      },
      schema: {
        operationId: 'finishSignIn',
        summary: 'Sign in with the second step',
        description:
          'Takes the challenge of `second_step_needed`, in the browser that got it (a program that keeps no cookies: from the same IP address, with the same user agent), with one of `code`, `passkey` and `recovery_code`. Each code works once. Wrong answers count as failed sign-ins, and the fifth ends the challenge. After a single sign-on, the identity is linked and the role of the groups given only now.',
        body: secondStepInput,
        response: { 200: signedInReply },
      },
    },
    async (request, reply) =>
      replyToSignIn(ctx, request, reply, await finishSignIn(ctx, request, request.body, clientOf(request))),
  )

  app.post(
    '/auth/passkey/options',
    {
      bodyLimit: limits.signInBodyBytes,
      config: { access: 'public', codes: ['passkeys_unavailable', 'challenge_ended'] },
      schema: {
        operationId: 'getPasskeyOptions',
        summary: 'Ask for what a browser needs to use a passkey',
        description:
          'The options of `navigator.credentials.get`, in JSON. Without a challenge, they are for a sign-in by any passkey of this site; with the challenge of `second_step_needed`, for its second step.',
        body: z.optional(passkeyOptionsInput),
        response: { 200: passkeyOptionsReply },
      },
    },
    async (request, reply) => {
      const browser = browserIdOf(ctx, clientOf(request))
      const options = await offerPasskey(ctx, request, { challenge: request.body?.challenge, browser })
      reply.header('set-cookie', browserCookie(browser, request.protocol === 'https'))
      return options
    },
  )

  app.post(
    '/auth/passkey',
    {
      bodyLimit: limits.signInBodyBytes,
      config: {
        access: 'public',
        codes: ['passkey_refused', 'passkeys_unavailable', 'user_not_found', 'too_many_attempts'],
      },
      schema: {
        operationId: 'signInByPasskey',
        summary: 'Sign in with a passkey',
        description:
          'Without email and password. Takes what `navigator.credentials.get` returned for the options of `POST /auth/passkey/options`, in the browser that got them.',
        body: passkeySignInInput,
        response: { 200: signedInReply },
      },
    },
    async (request, reply) =>
      replyToSignIn(
        ctx,
        request,
        reply,
        await signInByPasskey(ctx, request, request.body.credential, clientOf(request)),
      ),
  )
}
