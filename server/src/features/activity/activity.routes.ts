import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  activityInput,
  activitySourceEditInput,
  activitySourceInput,
  activitySourcePageReply,
  activitySourceReply,
  activitySourcesQuery,
  activityStoredReply,
  newActivitySourceReply,
} from '#shared/contract/activity.ts'
import { messageReply } from '#shared/contract/errors.ts'
import { pathId } from '#shared/contract/fields.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { originOf } from '../../http/origin-of.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { addActivity } from './activity.service.ts'
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
