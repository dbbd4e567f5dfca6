import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {
  blockerEditInput,
  blockerPageReply,
  blockerReply,
  blockersQuery,
  resolveInput,
} from '#shared/contract/blockers.ts'
import { pathId } from '#shared/contract/fields.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { isDisconnected } from '../../http/plugins/heavy-reads.ts'
import { assignBlocker, listBlockers, reopenBlocker, resolveBlocker } from './blockers.service.ts'

export const blockersRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/blockers',
    {
      config: { access: 'signedIn', codes: ['forbidden'], heavyRead: 'list' },
      schema: {
        operationId: 'listBlockers',
        summary: 'List blockers',
        description:
          'Open ones with the oldest first, or resolved ones with the last resolved first. Reviewers get those of all users. Staff get those they wrote or own.',
        querystring: blockersQuery,
        response: { 200: blockerPageReply },
      },
    },
    request => listBlockers(ctx, actorOf(request), request.query, () => isDisconnected(request)),
  )

  app.put(
    '/blockers/:id',
    {
      config: { access: 'blocker.assign', codes: ['blocker_not_found', 'owner_missing'] },
      schema: {
        operationId: 'assignBlocker',
        summary: 'Assign a blocker',
        description: 'Null leaves it without an owner.',
        params: pathId,
        body: blockerEditInput,
        response: { 200: blockerReply },
      },
    },
    request => assignBlocker(ctx, actorOf(request), request.params.id, request.body),
  )

  app.post(
    '/blockers/:id/resolve',
    {
      config: { access: 'blocker.resolve', codes: ['blocker_not_found', 'blocker_resolved'] },
      schema: {
        operationId: 'resolveBlocker',
        summary: 'Resolve a blocker',
        description: 'For its author, its owner and reviewers.',
        params: pathId,
        body: z.nullish(resolveInput),
        response: { 200: blockerReply },
      },
    },
    request => resolveBlocker(ctx, actorOf(request), request.params.id, request.body?.note ?? null),
  )

  app.post(
    '/blockers/:id/reopen',
    {
      config: {
        access: 'blocker.resolve',
        codes: ['blocker_not_found', 'blocker_open', 'blocker_exists'],
      },
      schema: {
        operationId: 'reopenBlocker',
        summary: 'Reopen a blocker',
        description: 'For its author, its owner and reviewers. It keeps the day it was opened on.',
        params: pathId,
        response: { 200: blockerReply },
      },
    },
    request => reopenBlocker(ctx, actorOf(request), request.params.id),
  )
}
