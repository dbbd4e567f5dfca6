import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { messageReply } from '#shared/contract/errors.ts'
import { pathId } from '#shared/contract/fields.ts'
import {
  confirmInput,
  confirmTotpInput,
  newPasskeyReply,
  newTotpReply,
  passkeyInput,
  passkeyOptionsReply,
  passkeysReply,
  recoveryCodesReply,
  secondStepReply,
} from '#shared/contract/second-step.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import {
  addPasskey,
  confirmApp,
  listPasskeys,
  newRecoveryCodes,
  readSecondStep,
  removeApp,
  removePasskey,
  startApp,
  startPasskey,
} from './factors.service.ts'

const confirmed =
  'Takes the password. An account without one must have signed in within the last ten minutes.'

export const factorsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  const ofSignedIn = { access: 'signedIn', needsSignIn: true, beforeSecondStep: true } as const
  const bodyLimit = limits.signInBodyBytes

  app.get(
    '/account/second-step',
    {
      config: ofSignedIn,
      schema: {
        operationId: 'getSecondStep',
        summary: 'Get your second step',
        description:
          'What you have set up, and how many recovery codes are left. Also for users who must set up a second step first, with `user` as `GET /auth/me` has it.',
        response: { 200: secondStepReply },
      },
    },
    request => readSecondStep(ctx, actorOf(request), request),
  )

  app.post(
    '/account/totp',
    {
      bodyLimit,
      config: { ...ofSignedIn, codes: ['sign_in_again'] },
      schema: {
        operationId: 'startAuthenticatorApp',
        summary: 'Get a key for an authenticator app',
        description: `It counts after one right code, and then replaces the current one. ${confirmed}`,
        body: confirmInput,
        response: { 200: newTotpReply },
      },
    },
    request => startApp(ctx, actorOf(request), request.body.password, request.clientAddress),
  )

  app.put(
    '/account/totp',
    {
      bodyLimit,
      config: { ...ofSignedIn, codes: ['sign_in_again', 'authenticator_app_not_started'] },
      schema: {
        operationId: 'confirmAuthenticatorApp',
        summary: 'Add the authenticator app',
        description: `With its first code. Signs you out on all other devices. Only this answer has the recovery codes; earlier ones stop working. ${confirmed}`,
        body: confirmTotpInput,
        response: { 200: recoveryCodesReply },
      },
    },
    async request => ({
      recovery_codes: await confirmApp(ctx, actorOf(request), request.body, request.clientAddress),
    }),
  )

  app.delete(
    '/account/totp',
    {
      bodyLimit,
      config: { ...ofSignedIn, codes: ['sign_in_again', 'authenticator_app_not_found'] },
      schema: {
        operationId: 'removeAuthenticatorApp',
        summary: 'Remove the authenticator app',
        description: `Signs you out on all other devices. ${confirmed}`,
        body: confirmInput,
        response: { 200: messageReply },
      },
    },
    async request => {
      await removeApp(ctx, actorOf(request), request.body.password, request.clientAddress)
      return { msg: messages.secondStep.appRemoved }
    },
  )

  app.get(
    '/account/passkeys',
    {
      config: ofSignedIn,
      schema: {
        operationId: 'listPasskeys',
        summary: 'List your passkeys',
        description: 'The oldest first.',
        response: { 200: passkeysReply },
      },
    },
    request => listPasskeys(ctx, actorOf(request)),
  )

  app.post(
    '/account/passkeys/options',
    {
      bodyLimit,
      config: { ...ofSignedIn, codes: ['sign_in_again', 'passkeys_unavailable', 'too_many_passkeys'] },
      schema: {
        operationId: 'startPasskey',
        summary: 'Ask for what a browser needs to make a passkey',
        description: `The options of \`navigator.credentials.create\`, in JSON. ${confirmed}`,
        body: confirmInput,
        response: { 200: passkeyOptionsReply },
      },
    },
    request => startPasskey(ctx, actorOf(request), request, request.body.password),
  )

  app.post(
    '/account/passkeys',
    {
      bodyLimit,
      config: { ...ofSignedIn, codes: ['sign_in_again', 'passkeys_unavailable', 'too_many_passkeys'] },
      schema: {
        operationId: 'addPasskey',
        summary: 'Add a passkey',
        description: `Takes what \`navigator.credentials.create\` returned. Signs you out on all other devices. The first factor of an account comes with recovery codes. ${confirmed}`,
        body: passkeyInput,
        response: { 201: newPasskeyReply },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await addPasskey(ctx, actorOf(request), request, request.body)),
  )

  app.delete(
    '/account/passkeys/:id',
    {
      bodyLimit,
      config: { ...ofSignedIn, codes: ['sign_in_again', 'passkey_not_found', 'last_way_in'] },
      schema: {
        operationId: 'removePasskey',
        summary: 'Remove a passkey',
        description: `Signs you out on all other devices. The last way to sign in can't be removed. ${confirmed}`,
        params: pathId,
        body: confirmInput,
        response: { 200: messageReply },
      },
    },
    async request => {
      await removePasskey(ctx, actorOf(request), {
        id: request.params.id,
        password: request.body.password,
        address: request.clientAddress,
      })
      return { msg: messages.secondStep.passkeyRemoved }
    },
  )

  app.post(
    '/account/recovery-codes',
    {
      bodyLimit,
      config: { ...ofSignedIn, codes: ['sign_in_again', 'no_second_step'] },
      schema: {
        operationId: 'makeRecoveryCodes',
        summary: 'Create new recovery codes',
        description: `Ten, and each works once. Only this answer has them, and earlier ones stop working. ${confirmed}`,
        body: confirmInput,
        response: { 200: recoveryCodesReply },
      },
    },
    async request => ({
      recovery_codes: await newRecoveryCodes(
        ctx,
        actorOf(request),
        request.body.password,
        request.clientAddress,
      ),
    }),
  )
}
