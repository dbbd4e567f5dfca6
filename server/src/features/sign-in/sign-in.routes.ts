import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { messageReply } from '#shared/contract/errors.ts'
import { inviteInput } from '#shared/contract/invitations.ts'
import {
  authOptionsReply,
  loginInput,
  registerInput,
  registerReply,
  setupInput,
  setupStateReply,
  signedInReply,
} from '#shared/contract/sign-in.ts'
import { meReply } from '#shared/contract/users.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { originOf } from '../../http/origin-of.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { validate } from '../../http/validate.ts'
import { hasAnyAccount } from '../../identity/accounts.queries.ts'
import { presentSignedIn } from '../../identity/accounts.ts'
import { findSite, hasAnyPasskey } from '../../identity/passkeys.ts'
import { clientOf, replyToSignIn } from '../../identity/sign-in-client.ts'
import { endSignIn } from '../../identity/sign-ins.ts'
import { presentMe } from '../../identity/teams-of-users.ts'
import { invite } from '../invitations/invitations.service.ts'
import { isSetupCode } from './setup.service.ts'
import { login, register, setUp } from './sign-in.service.ts'

export const signInRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.post(
    '/auth/login',
    {
      bodyLimit: limits.signInBodyBytes,
      config: {
        access: 'public',
        codes: ['credentials_invalid', 'password_sign_in_off', 'second_step_needed', 'too_many_attempts'],
      },
      schema: {
        operationId: 'signIn',
        summary: 'Sign in',
        description:
          'Returns the token to send as `x-auth-token` with every other call. If the account has a second step, the right password gets 401 with `second_step_needed`, a `challenge` for five minutes, and the `methods` that answer it. With `second_step` in the answer, the user can only set one up until then.',
        body: loginInput,
        response: { 200: signedInReply },
      },
    },
    async (request, reply) => {
      return replyToSignIn(ctx, request, reply, await login(ctx, request.body, clientOf(request)))
    },
  )

  app.get(
    '/auth/me',
    {
      config: { access: 'signedIn' },
      schema: {
        operationId: 'getCurrentUser',
        summary: 'Get the signed-in user',
        response: { 200: meReply },
      },
    },
    request => presentMe(ctx.db, presentSignedIn(actorOf(request)), false),
  )

  app.post(
    '/auth/logout',
    {
      config: { access: 'signedIn', needsSignIn: true, beforeSecondStep: true },
      schema: {
        operationId: 'signOut',
        summary: 'Sign out',
        description: 'The token stops working at once.',
        response: { 200: messageReply },
      },
    },
    async request => {
      await endSignIn(ctx, actorOf(request))
      return { msg: messages.signIn.loggedOut }
    },
  )

  app.get(
    '/auth/setup',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getSetupState',
        summary: 'Check if the first administrator can still be created',
        response: { 200: setupStateReply },
      },
    },
    async () => ({ open: !(await hasAnyAccount(ctx.db)) }),
  )

  // A reviewer creates an account, or the holder of the set-up code creates the first one.
  const onlyWhileSetupIsOpen = async () => {
    if (await hasAnyAccount(ctx.db)) throw refuse('registration_closed')
  }
  const onlyWithSetupCode = async (request: FastifyRequest) => {
    if (request.actor) return
    const code = (request.body as { setup_code?: unknown } | null | undefined)?.setup_code
    if (!(await isSetupCode(ctx, code))) throw refuse('registration_closed')
  }
  app.post(
    '/auth/register',
    {
      bodyLimit: limits.signInBodyBytes,
      config: {
        access: 'user.register',
        needsSignIn: true,
        codes: ['registration_closed', 'user_exists'],
        withoutToken: onlyWhileSetupIsOpen,
        bodies: [registerInput, inviteInput, setupInput],
      },
      preValidation: onlyWithSetupCode,
      schema: {
        operationId: 'registerUser',
        summary: 'Create an account',
        description:
          "A manager can't create an admin, nor a manager while managers see only their teams. With `invite` instead of a password, the user gets a link to choose one. Without a token, the set-up code creates the first administrator and signs them in.",
        response: { 201: registerReply },
      },
    },
    async (request, reply) => {
      reply.code(201)
      if (!request.actor) {
        const input = validate(setupInput, request.body)
        return replyToSignIn(ctx, request, reply, await setUp(ctx, input, clientOf(request)))
      }
      if (isInvitation(request.body))
        return invite(ctx, request.actor, validate(inviteInput, request.body), originOf(request))
      return { user: await register(ctx, request.actor, validate(registerInput, request.body)) }
    },
  )

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
    async request => ({
      email_enabled: ctx.config.mail !== undefined,
      passkeys: findSite(ctx.config, request) !== undefined && (await hasAnyPasskey(ctx.db)),
      oidc: ctx.config.oidc ? { name: ctx.config.oidc.name } : null,
    }),
  )
}

const isInvitation = (body: unknown) => (body as { invite?: unknown } | null | undefined)?.invite === true
