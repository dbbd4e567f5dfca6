import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  accountExportReply,
  accountInput,
  accountReply,
  ownPasswordInput,
  signInsReply,
} from '#shared/contract/account.ts'
import { messageReply } from '#shared/contract/errors.ts'
import { pathId } from '#shared/contract/fields.ts'
import { endedAccessReply } from '#shared/contract/users.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { dayInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { emitExport } from '../../identity/emit-export.ts'
import { findSignedInUser } from '../../identity/sign-ins.ts'
import { changePassword, readAccount, updateAccount } from './account.service.ts'
import { exportAccount } from './export-account.service.ts'
import { endOtherSignIns, endOwnAccess, endOwnSignIn, listSignIns } from './own-sign-ins.service.ts'

export const accountRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/account',
    {
      config: { access: 'signedIn' },
      schema: { operationId: 'getAccount', summary: 'Get your account', response: { 200: accountReply } },
    },
    request => readAccount(ctx, actorOf(request)),
  )

  app.put(
    '/account',
    {
      config: { access: 'signedIn' },
      schema: {
        operationId: 'updateAccount',
        summary: 'Update your account',
        description:
          "Takes any of the fields. Absent ones don't change. Working days apply from today on. An activity email or login that someone else may use waits in `activity_pending` until it is confirmed.",
        body: accountInput,
        response: { 200: accountReply },
      },
    },
    request => updateAccount(ctx, actorOf(request), request.body),
  )

  app.put(
    '/account/password',
    {
      bodyLimit: limits.signInBodyBytes,
      config: {
        access: 'signedIn',
        needsSignIn: true,
        codes: ['sign_in_again', 'too_many_attempts', 'last_way_in'],
      },
      schema: {
        operationId: 'changePassword',
        summary: 'Change your password',
        description:
          'Signs you out on all other devices. Without a password, you must have signed in during the last ten minutes. A wrong current password counts as a failed sign-in. The 10,000 most common passwords are refused. With `end_identities`, linked sign-ins of a provider end too.',
        body: ownPasswordInput,
        response: { 200: messageReply },
      },
    },
    async request => {
      const ended = await changePassword(ctx, actorOf(request), request.body, request.clientAddress)
      return { msg: messages.account.passwordChanged(ended) }
    },
  )

  app.get(
    '/account/sign-ins',
    {
      config: { access: 'signedIn', needsSignIn: true },
      schema: {
        operationId: 'listSignIns',
        summary: "List the devices you're signed in on",
        description: 'The device that makes this call comes first, then the most recently used. At most 100.',
        response: { 200: signInsReply },
      },
    },
    request => listSignIns(ctx, actorOf(request)),
  )

  app.delete(
    '/account/sign-ins/:id',
    {
      config: { access: 'signedIn', needsSignIn: true, codes: ['not_found'] },
      schema: {
        operationId: 'endSignIn',
        summary: 'Sign out one of your devices',
        description: 'Its next request is refused.',
        params: pathId,
        response: { 200: messageReply },
      },
    },
    async request => {
      await endOwnSignIn(ctx, actorOf(request), request.params.id)
      return { msg: messages.account.deviceSignedOut }
    },
  )

  app.delete(
    '/account/sign-ins',
    {
      config: { access: 'signedIn', needsSignIn: true },
      schema: {
        operationId: 'endOtherSignIns',
        summary: 'Sign out all your other devices',
        response: { 200: messageReply },
      },
    },
    async request => ({
      msg: messages.account.devicesSignedOut(await endOtherSignIns(ctx, actorOf(request))),
    }),
  )

  app.delete(
    '/account/access',
    {
      config: { access: 'signedIn', needsSignIn: true },
      schema: {
        operationId: 'endOwnAccess',
        summary: 'End all your sign-ins and access tokens',
        description:
          'The sign-in that makes this call ends too. `identities` still sign in: unlink them one by one.',
        response: { 200: endedAccessReply },
      },
    },
    async request => {
      const ended = await endOwnAccess(ctx, actorOf(request))
      return { msg: messages.record.ended(ended), ...ended }
    },
  )

  app.get(
    '/account/export',
    {
      config: { access: 'signedIn', needsSignIn: true, heavyRead: 'export' },
      schema: {
        operationId: 'exportAccount',
        summary: 'Download everything you wrote',
        description:
          'One JSON file with your account, reports and their earlier versions, time off, comments, tasks and links, the names of the files you uploaded, and your notifications.',
        response: { 200: accountExportReply },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const isStillAllowed = async () => (await findSignedInUser(ctx.db, actor)) !== undefined
      const account = await readAccount(ctx, actor)
      const today = dayInZone(ctx.clock.now(), account.effective.time_zone)
      await emitExport(ctx, actor, { what: 'account', format: 'json', userId: actor.id, filters: {} })
      // `exportAccount` yields JSON text, so the reply is not serialized again.
      const file = Readable.from(exportAccount(ctx, account, isStillAllowed), { objectMode: false })
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="my-data-${today}.json"`)
        .send(file as never)
    },
  )
}
