import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { pathId } from '#shared/contract/fields.ts'
import { fileReply, filesReply, removalReply } from '#shared/contract/files.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import {
  addFile,
  deleteFile,
  listFiles,
  readFileMetadata,
  requireFile,
  requireRoomForFile,
  restoreFile,
} from './files.service.ts'
import { receiveUpload, refuseUnfitUpload } from './receive-upload.ts'
import { sendFile } from './send-file.ts'

export const filesRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  await app.register(multipart)
  await app.register(formbody)

  app.get(
    '/projects/:id/files',
    {
      config: { access: 'signedIn', heavyRead: 'list' },
      schema: { params: pathId, response: { 200: filesReply } },
    },
    request => listFiles(ctx, request.params.id),
  )

  app.post(
    '/projects/:id/files',
    {
      config: { access: 'signedIn', codes: ['too_many_files'], isUpload: true },
      schema: { params: pathId, response: { 201: fileReply } },
    },
    async (request, reply) => {
      const { id } = request.params
      refuseUnfitUpload(ctx, request)
      await requireRoomForFile(ctx.db, id)
      const file = await receiveUpload(ctx, request, upload => addFile(ctx, actorOf(request), id, upload))
      return reply.code(201).send(file)
    },
  )

  app.get(
    '/files/:id/metadata',
    {
      config: { access: 'signedIn', codes: ['file_not_found'] },
      schema: { params: pathId, response: { 200: fileReply } },
    },
    request => readFileMetadata(ctx, request.params.id),
  )

  for (const [action, wantsPreview] of [
    ['download', false],
    ['preview', true],
  ] as const) {
    app.post(
      `/files/:id/${action}`,
      {
        // Read before the token in it is looked at.
        bodyLimit: limits.tokenFormBytes,
        config: {
          access: 'signedIn',
          tokenInForm: true,
          codes: ['file_not_found', 'range_not_satisfiable', 'file_store_unavailable'],
        },
        // Ranges and lengths are those of the file itself.
        compress: false,
        schema: { params: pathId },
      },
      async (request, reply) =>
        sendFile(ctx, request, reply, await requireFile(ctx.db, request.params.id), wantsPreview),
    )
  }

  app.delete(
    '/files/:id',
    {
      config: { access: 'resource.delete', codes: ['file_not_found'] },
      schema: { params: pathId, response: { 200: removalReply } },
    },
    async request => {
      const blurred = await deleteFile(ctx, actorOf(request), request.params.id)
      return { msg: blurred ? messages.file.marked : messages.file.removed, blurred }
    },
  )

  app.put(
    '/files/:id/unblur',
    {
      config: { access: 'resource.restore', codes: ['file_not_found'] },
      schema: { params: pathId, response: { 200: fileReply } },
    },
    request => restoreFile(ctx, actorOf(request), request.params.id),
  )
}
