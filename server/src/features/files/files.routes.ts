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

const upload = {
  type: 'object',
  properties: { projectFile: { type: 'string', format: 'binary', description: 'The file to upload.' } },
  required: ['projectFile'],
}
const tokenForm = {
  type: 'object',
  properties: {
    token: { type: 'string', description: 'The token, where the `x-auth-token` header cannot be set.' },
    preview: { type: 'string', description: 'Accepted and ignored: the URL decides.' },
  },
}
const sendRoutes = [
  {
    path: '/files/:id/download',
    wantsPreview: false,
    operationId: 'downloadFile',
    summary: 'Download a file',
    description: 'Always sent as an attachment. The token can be the header or the form field `token`.',
  },
  {
    path: '/files/:id/preview',
    wantsPreview: true,
    operationId: 'previewFile',
    summary: 'Preview a file',
    description:
      'Shown in the browser where the type allows it. The token can be the header or the form field `token`.',
  },
]

export const filesRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  await app.register(multipart)
  await app.register(formbody)

  app.get(
    '/projects/:id/files',
    {
      config: { access: 'signedIn', heavyRead: 'list' },
      schema: {
        operationId: 'listFiles',
        summary: "List a project's files",
        params: pathId,
        response: { 200: filesReply },
      },
    },
    request => listFiles(ctx, actorOf(request), request.params.id),
  )

  app.post(
    '/projects/:id/files',
    {
      config: {
        access: 'signedIn',
        codes: ['too_many_files'],
        isUpload: true,
        takes: ['multipart/form-data', upload],
      },
      schema: {
        operationId: 'uploadFile',
        summary: 'Upload a file',
        params: pathId,
        response: { 201: fileReply },
      },
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
      schema: {
        operationId: 'getFile',
        summary: "Get a file's details",
        params: pathId,
        response: { 200: fileReply },
      },
    },
    request => readFileMetadata(ctx, actorOf(request), request.params.id),
  )

  for (const { path, wantsPreview, ...documentation } of sendRoutes) {
    app.post(
      path,
      {
        // The form is parsed before its token is checked, so it must be small.
        bodyLimit: limits.tokenFormBytes,
        config: {
          access: 'signedIn',
          tokenInForm: true,
          takes: ['application/x-www-form-urlencoded', tokenForm],
          sends: '*/*',
          codes: ['file_not_found', 'range_not_satisfiable', 'file_store_unavailable'],
        },
        // Ranges and content lengths refer to the file as stored.
        compress: false,
        schema: { ...documentation, params: pathId },
      },
      async (request, reply) =>
        sendFile(ctx, request, reply, await requireFile(ctx.db, request.params.id), wantsPreview),
    )
  }

  app.delete(
    '/files/:id',
    {
      config: { access: 'resource.delete', codes: ['file_not_found'] },
      schema: {
        operationId: 'deleteFile',
        summary: 'Delete a file',
        description: 'An admin deletes it. A manager marks it for deletion.',
        params: pathId,
        response: { 200: removalReply },
      },
    },
    async request => {
      const blurred = await deleteFile(ctx, actorOf(request), request.params.id)
      return { msg: blurred ? messages.files.marked : messages.files.removed, blurred }
    },
  )

  app.put(
    '/files/:id/unblur',
    {
      config: { access: 'resource.restore', codes: ['file_not_found'] },
      schema: {
        operationId: 'restoreFile',
        summary: 'Restore a file',
        description: 'The file is no longer marked for deletion.',
        params: pathId,
        response: { 200: fileReply },
      },
    },
    request => restoreFile(ctx, actorOf(request), request.params.id),
  )
}
