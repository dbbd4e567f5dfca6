import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { messageReply } from '#shared/contract/errors.ts'
import { pathId } from '#shared/contract/fields.ts'
import {
  deletedUsersQuery,
  deletedUsersReply,
  endedAccessReply,
  importUsersInput,
  importUsersReply,
  listedUserReply,
  passwordInput,
  passwordReply,
  rolePath,
  userEditInput,
  usersQuery,
  usersReply,
} from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { originOf } from '../../http/origin-of.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { eraseUser, listDeletedUsers } from './erase-user.service.ts'
import { importUsers } from './import-users.service.ts'
import {
  deleteUser,
  editUser,
  endAccess,
  endTokens,
  listDevelopers,
  listUsers,
  readUser,
  removeSecondStep,
  resetPassword,
} from './users.service.ts'

export const usersRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/users',
    {
      config: { access: 'user.list', heavyRead: 'list' },
      schema: {
        operationId: 'listUsers',
        summary: 'List users',
        querystring: usersQuery,
        response: { 200: usersReply },
      },
    },
    request => listUsers(ctx, actorOf(request), request.query),
  )

  app.get(
    '/users/developers',
    {
      config: { access: 'user.list', heavyRead: 'list' },
      schema: {
        operationId: 'listStaff',
        summary: 'List staff',
        description: 'Staff are developers, designers and marketing.',
        querystring: usersQuery,
        response: { 200: usersReply },
      },
    },
    request => listDevelopers(ctx, actorOf(request), request.query),
  )

  app.get(
    '/users/role/:role',
    {
      config: { access: 'user.list', heavyRead: 'list' },
      schema: {
        operationId: 'listUsersByRole',
        summary: 'List users with a role',
        params: rolePath,
        querystring: usersQuery,
        response: { 200: usersReply },
      },
    },
    request => listUsers(ctx, actorOf(request), request.query, [request.params.role]),
  )

  app.post(
    '/users/import',
    {
      config: { access: 'user.register', needsSignIn: true },
      schema: {
        operationId: 'importUsers',
        summary: 'Invite several people',
        description:
          "Invites all of them or, if something is wrong with one line, none: `errors` then names each line, `people.0` being the first. A manager can't create an admin, nor a manager while managers see only their teams. With `dry_run` everything is checked and nothing saved; `created` is then the number that would be created, and `invitations` is empty.",
        body: importUsersInput,
        response: { 200: importUsersReply },
      },
    },
    request => importUsers(ctx, actorOf(request), request.body, originOf(request)),
  )

  app.get(
    '/users/deleted',
    {
      config: { access: 'user.listDeleted' },
      schema: {
        operationId: 'listDeletedUsers',
        summary: 'List deleted accounts',
        description: 'The latest deletion first.',
        querystring: deletedUsersQuery,
        response: { 200: deletedUsersReply },
      },
    },
    request => listDeletedUsers(ctx, request.query),
  )

  app.post(
    '/users/deleted/:id/erase',
    {
      config: { access: 'user.erase', needsSignIn: true, codes: ['user_not_found', 'user_not_deleted'] },
      schema: {
        operationId: 'eraseUser',
        summary: "Erase a deleted user's name and email",
        description:
          'Replaces both with "Former member" and the id, everywhere. Text that people typed and earlier backups stay as they are.',
        params: pathId,
        response: { 200: messageReply },
      },
    },
    async request => ({ msg: (await eraseUser(ctx, actorOf(request), request.params.id)).message }),
  )

  app.get(
    '/users/:id',
    {
      config: { access: 'user.list', codes: ['user_not_found'] },
      schema: {
        operationId: 'getUser',
        summary: 'Get a user',
        params: pathId,
        response: { 200: listedUserReply },
      },
    },
    request => readUser(ctx, actorOf(request), request.params.id),
  )

  app.put(
    '/users/:id',
    {
      config: {
        access: 'user.update',
        codes: ['user_not_found', 'own_role', 'second_step_kept', 'user_exists', 'last_admin'],
        needsSignInTo: 'change the email, or a role to or from manager or admin',
      },
      schema: {
        operationId: 'updateUser',
        summary: 'Update a user',
        description:
          "A manager can't change an admin, and you can't change your own role. Managers who see only their teams can't change the email and role of other managers, nor make one. A manager can't take the role of a manager who has a second step. Working days apply from today on.",
        params: pathId,
        body: userEditInput,
        response: { 200: listedUserReply },
      },
    },
    request => editUser(ctx, actorOf(request), request.params.id, request.body),
  )

  app.put(
    '/users/:id/password',
    {
      config: { access: 'user.resetPassword', needsSignIn: true, codes: ['user_not_found'] },
      schema: {
        operationId: 'resetPassword',
        summary: "Reset a user's password",
        description:
          "Signs the user out everywhere. A manager can't reset an admin's password, nor another manager's while managers see only their teams. The user's access tokens still work: `tokens` says how many there are. With `end_identities`, linked sign-ins of a provider end too.",
        params: pathId,
        body: passwordInput,
        response: { 200: passwordReply },
      },
    },
    async request => {
      const { user, tokens } = await resetPassword(ctx, actorOf(request), request.params.id, request.body)
      return { msg: messages.users.passwordUpdated(user.name), tokens }
    },
  )

  app.delete(
    '/users/:id/tokens',
    {
      config: { access: 'user.endTokens', needsSignIn: true, codes: ['user_not_found'] },
      schema: {
        operationId: 'endTokensOfUser',
        summary: "End a user's access tokens",
        description:
          "A manager can't end those of an admin, nor those of another manager while managers see only their teams.",
        params: pathId,
        response: { 200: messageReply },
      },
    },
    async request => {
      const { user, ended } = await endTokens(ctx, actorOf(request), request.params.id)
      return { msg: messages.accessTokens.ended(ended, user.name) }
    },
  )

  app.delete(
    '/users/:id/sign-ins',
    {
      config: { access: 'user.endTokens', needsSignIn: true, codes: ['user_not_found'] },
      schema: {
        operationId: 'endAccessOfUser',
        summary: "End all of a user's sign-ins and access tokens",
        description:
          "The password stays, and so do the linked sign-ins of a provider, which `identities` names. A manager can't end those of an admin, nor those of another manager while managers see only their teams.",
        params: pathId,
        response: { 200: endedAccessReply },
      },
    },
    async request => {
      const { user, ended } = await endAccess(ctx, actorOf(request), request.params.id)
      return { msg: messages.record.ended(ended, user.name), ...ended }
    },
  )

  app.delete(
    '/users/:id/factors',
    {
      config: { access: 'user.removeFactors', needsSignIn: true, codes: ['user_not_found'] },
      schema: {
        operationId: 'removeSecondStepOfUser',
        summary: "Remove a user's second step",
        description:
          'Removes the authenticator app, the passkeys and the recovery codes, and signs the user out everywhere. The user is notified. A manager removes those of staff only; for their own, users need their password.',
        params: pathId,
        response: { 200: messageReply },
      },
    },
    async request => {
      const { user, hadOne } = await removeSecondStep(ctx, actorOf(request), request.params.id)
      const { removed, none } = messages.secondStep
      return { msg: hadOne ? removed(user.name) : none(user.name) }
    },
  )

  app.delete(
    '/users/:id',
    {
      config: { access: 'user.delete', codes: ['user_not_found', 'own_account', 'last_admin'] },
      schema: {
        operationId: 'deleteUser',
        summary: 'Delete a user',
        description:
          "Reports, comments and tasks keep the user's name. You can't delete yourself or the last admin, and a manager can't delete an admin.",
        params: pathId,
        response: { 200: messageReply },
      },
    },
    async request => {
      const user = await deleteUser(ctx, actorOf(request), request.params.id)
      return { msg: messages.users.deleted(user.name) }
    },
  )
}
