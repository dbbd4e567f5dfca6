import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { pathId } from '#shared/contract/fields.ts'
import {
  notificationsQuery,
  notificationsReply,
  readersQuery,
  readersReply,
  readInput,
  readReply,
  unreadInput,
  unreadReply,
} from '#shared/contract/notifications.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import {
  listNotifications,
  listReaders,
  readNotifications,
  readUnread,
  unreadNotifications,
} from './notifications.service.ts'

export const notificationsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/notifications',
    {
      config: { access: 'signedIn' },
      schema: {
        operationId: 'listNotifications',
        summary: 'List your notifications',
        description:
          'Newest first; with `unread=true` without those you have read. They are kept for 90 days.',
        querystring: notificationsQuery,
        response: { 200: notificationsReply },
      },
    },
    request => listNotifications(ctx, actorOf(request), request.query),
  )

  app.get(
    '/notifications/unread',
    {
      config: { access: 'signedIn' },
      schema: {
        operationId: 'countUnreadNotifications',
        summary: 'Count your unread notifications',
        response: { 200: unreadReply },
      },
    },
    request => readUnread(ctx, actorOf(request)),
  )

  app.post(
    '/notifications/read',
    {
      config: { access: 'signedIn' },
      schema: {
        operationId: 'readNotifications',
        summary: 'Mark notifications as read',
        description: 'Without `ids`: all of yours. Returns those that were unread.',
        body: z.nullish(readInput),
        response: { 200: readReply },
      },
    },
    request => readNotifications(ctx, actorOf(request), request.body?.ids ?? undefined),
  )

  app.post(
    '/notifications/unread',
    {
      config: { access: 'signedIn' },
      schema: {
        operationId: 'unreadNotifications',
        summary: 'Mark notifications as unread',
        description: 'Returns those that were read.',
        body: unreadInput,
        response: { 200: readReply },
      },
    },
    request => unreadNotifications(ctx, actorOf(request), request.body.ids),
  )

  app.get(
    '/reports/:id/readers',
    {
      config: { access: 'report.comment', codes: ['report_not_found'] },
      schema: {
        operationId: 'listReportReaders',
        summary: 'List whom a comment on a report can mention',
        description: 'Its author first, then reviewers by name; you are not among them.',
        params: pathId,
        querystring: readersQuery,
        response: { 200: readersReply },
      },
    },
    request => listReaders(ctx, actorOf(request), request.params.id, request.query),
  )
}
