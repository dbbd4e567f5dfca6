import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  activityInput,
  activitySourceEditInput,
  activitySourceInput,
  activitySourcePageReply,
  activitySourceReply,
  activitySourcesQuery,
  activityStoredReply,
  claimCodeInput,
  newActivitySourceReply,
  waitingClaimPageReply,
  waitingClaimsQuery,
} from '#shared/contract/activity.ts'
import { messageReply } from '#shared/contract/errors.ts'
import { pathId } from '#shared/contract/fields.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { originOf } from '../../http/origin-of.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { addActivity } from './activity.service.ts'
import { confirmClaim, declineClaim, enterCode, listWaiting, mailNewCode } from './activity-claims.service.ts'
import {
  createSource,
  editSource,
  listSources,
  removeSource,
  replaceSecret,
} from './activity-sources.service.ts'

export const activityRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.post(
    '/activity',
    {
      config: { access: 'signedIn', codes: ['project_missing'] },
      schema: {
        operationId: 'addActivity',
        summary: 'Add what you did elsewhere',
        description:
          'For programs with a `write` token. The form of a report suggests the items of its day to you; no one else sees them. An item whose `external_id` was sent before, one that is more than 14 days old and more than 200 of a day are skipped.',
        body: activityInput,
        response: { 201: activityStoredReply },
      },
    },
    async (request, reply) => reply.code(201).send(await addActivity(ctx, actorOf(request), request.body)),
  )

  app.post(
    '/account/activity-claims/:id/code',
    {
      config: { access: 'signedIn', codes: ['activity_claim_not_found', 'activity_email_taken'] },
      schema: {
        operationId: 'enterActivityCode',
        summary: 'Confirm an email of your commits with its code',
        description:
          'An entry of `activity_pending` of your account. The code was mailed to its email when you listed it, and works for 24 hours. If another account listed the email, it no longer counts there.',
        params: pathId,
        body: claimCodeInput,
        response: { 200: messageReply },
      },
    },
    async request => {
      const { id } = request.params
      const { name } = await enterCode(ctx, actorOf(request), id, request.body.code)
      return { msg: messages.activity.ownConfirmed(name) }
    },
  )

  app.post(
    '/account/activity-claims/:id/mail',
    {
      config: {
        access: 'signedIn',
        codes: ['activity_claim_not_found', 'mail_not_set_up', 'too_many_activity_codes'],
      },
      schema: {
        operationId: 'mailActivityCode',
        summary: 'Mail a new code to an email of your commits',
        description: 'The former code no longer works. At most 10 codes are mailed for one user on a day.',
        params: pathId,
        response: { 200: messageReply },
      },
    },
    async request => ({
      msg: messages.activity.codeSent(await mailNewCode(ctx, actorOf(request), request.params.id)),
    }),
  )

  app.get(
    '/activity-claims',
    {
      config: { access: 'user.confirmActivity', heavyRead: 'list' },
      schema: {
        operationId: 'listActivityClaims',
        summary: 'List the activity emails and logins to confirm',
        description:
          'Users listed them, and someone else may use them: a Git server named them in the last 90 days, or another account has or lists them. Without those of users whom you may not decide about. The oldest first.',
        querystring: waitingClaimsQuery,
        response: { 200: waitingClaimPageReply },
      },
    },
    request => listWaiting(ctx, actorOf(request), request.query),
  )

  app.post(
    '/activity-claims/:id/confirm',
    {
      config: {
        access: 'user.confirmActivity',
        needsSignIn: true,
        codes: ['activity_claim_not_found', 'activity_email_taken', 'activity_login_taken'],
      },
      schema: {
        operationId: 'confirmActivityClaim',
        summary: 'Confirm an activity email or login of a user',
        description:
          'What Git servers send of it goes to this user from now on. If another account listed it, it waits there to be confirmed. Managers can confirm neither their own nor those of admins.',
        params: pathId,
        response: { 200: messageReply },
      },
    },
    async request => {
      const { name, userName } = await confirmClaim(ctx, actorOf(request), request.params.id)
      return { msg: messages.activity.confirmed(name, userName) }
    },
  )

  app.delete(
    '/activity-claims/:id',
    {
      config: {
        access: 'user.confirmActivity',
        needsSignIn: true,
        codes: ['activity_claim_not_found'],
      },
      schema: {
        operationId: 'declineActivityClaim',
        summary: 'Decline an activity email or login of a user',
        description: "It is removed from the user's list.",
        params: pathId,
        response: { 200: messageReply },
      },
    },
    async request => {
      const { name, userName } = await declineClaim(ctx, actorOf(request), request.params.id)
      return { msg: messages.activity.declined(name, userName) }
    },
  )

  app.get(
    '/activity-sources',
    {
      config: { access: 'settings.manage', heavyRead: 'list' },
      schema: {
        operationId: 'listActivitySources',
        summary: 'List the sources of activity',
        description: 'The Git servers that send what people do, the oldest first.',
        querystring: activitySourcesQuery,
        response: { 200: activitySourcePageReply },
      },
    },
    request => listSources(ctx, request.query, originOf(request)),
  )

  app.post(
    '/activity-sources',
    {
      config: { access: 'settings.manage', needsSignIn: true, codes: ['project_missing'] },
      schema: {
        operationId: 'createActivitySource',
        summary: 'Create a source of activity',
        description:
          'Paste `address` and `secret` into the webhook settings of a repository on GitHub, GitLab or Gitea. Only this answer has the secret.',
        body: activitySourceInput,
        response: { 201: newActivitySourceReply },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await createSource(ctx, actorOf(request), request.body, originOf(request))),
  )

  app.put(
    '/activity-sources/:id',
    {
      config: {
        access: 'settings.manage',
        needsSignIn: true,
        codes: ['activity_source_not_found', 'project_missing'],
      },
      schema: {
        operationId: 'updateActivitySource',
        summary: 'Change a source of activity',
        description: "Its name and its project. Absent fields don't change.",
        params: pathId,
        body: activitySourceEditInput,
        response: { 200: activitySourceReply },
      },
    },
    request => editSource(ctx, actorOf(request), request.params.id, request.body, originOf(request)),
  )

  app.delete(
    '/activity-sources/:id',
    {
      config: { access: 'settings.manage', needsSignIn: true, codes: ['activity_source_not_found'] },
      schema: {
        operationId: 'deleteActivitySource',
        summary: 'Delete a source of activity',
        description: 'Its address no longer works. What people did stays until it is 14 days old.',
        params: pathId,
        response: { 200: messageReply },
      },
    },
    async request => ({
      msg: messages.activity.sourceDeleted(await removeSource(ctx, actorOf(request), request.params.id)),
    }),
  )

  app.post(
    '/activity-sources/:id/secret',
    {
      config: { access: 'settings.manage', needsSignIn: true, codes: ['activity_source_not_found'] },
      schema: {
        operationId: 'replaceActivitySecret',
        summary: 'Create a new secret for a source of activity',
        description: 'The former secret no longer works. Only this answer has the new one.',
        params: pathId,
        response: { 200: newActivitySourceReply },
      },
    },
    request => replaceSecret(ctx, actorOf(request), request.params.id, originOf(request)),
  )
}
