import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  absenceEditInput,
  absenceInput,
  absencePageReply,
  absenceReply,
  absencesQuery,
} from '#shared/contract/absences.ts'
import { messageReply } from '#shared/contract/errors.ts'
import { pathId } from '#shared/contract/fields.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { addAbsence, editAbsence, listAbsences, removeAbsence } from './absences.service.ts'

export const absencesRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/absences',
    {
      config: { access: 'absence.manage' },
      schema: {
        operationId: 'listAbsences',
        summary: 'List time off',
        description:
          'The latest first. Staff get their own. Reviewers get that of all users, or of `userId`. `from` and `to` select time off that overlaps these days.',
        querystring: absencesQuery,
        response: { 200: absencePageReply },
      },
    },
    request => listAbsences(ctx, actorOf(request), request.query),
  )

  app.post(
    '/absences',
    {
      config: { access: 'absence.manage', codes: ['absence_overlaps'] },
      schema: {
        operationId: 'addAbsence',
        summary: 'Add time off',
        description: "Your own or, as a reviewer, another user's. A user's time off can't overlap.",
        body: absenceInput,
        response: { 201: absenceReply },
      },
    },
    async (request, reply) => {
      reply.code(201)
      return addAbsence(ctx, actorOf(request), request.body)
    },
  )

  app.put(
    '/absences/:id',
    {
      config: { access: 'absence.manage', codes: ['absence_not_found', 'absence_overlaps'] },
      schema: {
        operationId: 'updateAbsence',
        summary: 'Update time off',
        description: "Takes any of the fields. Absent ones don't change.",
        params: pathId,
        body: absenceEditInput,
        response: { 200: absenceReply },
      },
    },
    request => editAbsence(ctx, actorOf(request), request.params.id, request.body),
  )

  app.delete(
    '/absences/:id',
    {
      config: { access: 'absence.manage', codes: ['absence_not_found'] },
      schema: {
        operationId: 'deleteAbsence',
        summary: 'Delete time off',
        params: pathId,
        response: { 200: messageReply },
      },
    },
    async request => {
      await removeAbsence(ctx, actorOf(request), request.params.id)
      return { msg: messages.absences.deleted }
    },
  )
}
