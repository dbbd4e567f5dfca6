import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ownRecordQuery, recordExportQuery, recordPageReply, recordQuery } from '#shared/contract/record.ts'
import { dayInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { sendFile } from '../../http/send-file.ts'
import { emitExport } from '../../identity/emit-export.ts'
import { mayStill } from '../../identity/sign-ins.ts'
import { getOrganization } from '../settings/settings.service.ts'
import { readAllEntries, readOwnRecord, readRecord, toFilter } from './record.service.ts'
import { recordFile } from './record-files.ts'

export const recordRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/audit',
    {
      config: { access: 'record.read', heavyRead: 'list' },
      schema: {
        operationId: 'readRecord',
        summary: 'Read the record of who did what',
        description:
          'The newest first. `actorId` is who did it, `userId` to whom. `from` and `to` are days of the organization, both included. `total` stops at 10,000; for more, choose a shorter time or export. Entries are never changed, and are kept as long as `AUDIT_KEEP` says.',
        querystring: recordQuery,
        response: { 200: recordPageReply },
      },
    },
    request => readRecord(ctx, request.query),
  )

  app.get(
    '/audit/export',
    {
      config: { access: 'record.read', heavyRead: 'export', sends: ['text/csv', 'application/x-ndjson'] },
      schema: {
        operationId: 'exportRecord',
        summary: 'Export the record as CSV or JSON Lines',
        description: 'All entries that the filters select, the newest first. The export is recorded too.',
        querystring: recordExportQuery,
      },
    },
    async (request, reply) => {
      const reader = actorOf(request)
      const { format, ...query } = request.query
      const { userId, ...filters } = query
      const { time_zone } = await getOrganization(ctx, ctx.db)
      await emitExport(ctx, reader, { what: 'record', format, userId, filters })
      const isStillAllowed = () => mayStill(ctx, reader, 'record.read')
      const entries = readAllEntries(ctx, await toFilter(ctx, query), isStillAllowed)
      return sendFile(reply, recordFile(format, dayInZone(ctx.clock.now(), time_zone), entries))
    },
  )

  app.get(
    '/account/record',
    {
      config: { access: 'signedIn', needsSignIn: true },
      schema: {
        operationId: 'readOwnRecord',
        summary: 'Read your sign-ins and what your access tokens did',
        description: 'The newest first, also sign-ins that were refused.',
        querystring: ownRecordQuery,
        response: { 200: recordPageReply },
      },
    },
    request => readOwnRecord(ctx, actorOf(request), request.query),
  )
}
