import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { program } from '../lib/program-version.ts'
import { type CallGroup, collectCalls, type DeclaredCall } from './declaration.ts'
import { createReadiness } from './readiness.ts'
import { refuse } from './refusals.ts'
import { serializerCompiler } from './serialize.ts'

export const serverGroup: CallGroup = { name: 'Server', about: 'For monitoring.' }

const statusReply = z.object({ status: z.literal('ok') })
const ok = { status: 'ok' } as const
const healthReply = z.extend(statusReply, { version: z.string(), commit: z.nullable(z.string()) })

type Options = { ctx: Context; calls: DeclaredCall[]; isFileStoreRefused?: (() => boolean) | undefined }

/** Routes outside /api for monitoring, without permissions and without schemas of the contract. */
export const serverRoutes: FastifyPluginAsync<Options> = async (app, { ctx, calls, isFileStoreRefused }) => {
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  collectCalls(app, serverGroup, calls)

  // Liveness is answered under overload too (plugins/overload.ts), so that no supervisor restarts a busy server.
  app.get(
    '/healthz',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'checkHealth',
        summary: 'Health check',
        description: '200 once the database answers, also while the server is busy. Names what is running.',
        response: { 200: healthReply },
      },
    },
    async () => {
      await sql`select 1`.execute(ctx.db)
      return { ...ok, ...program }
    },
  )

  const readiness = createReadiness(ctx)
  // Prepared after the start, which doesn't wait for it.
  app.addHook('onListen', async () => {
    readiness.prepare().catch(error => ctx.log.error({ err: error }, 'not ready'))
  })
  app.get(
    '/readyz',
    {
      config: { access: 'public', codes: ['database_faulty', 'no_disk_space', 'file_store_refused'] },
      schema: {
        operationId: 'checkReadiness',
        summary: 'Readiness check',
        description:
          '503 while the server is too busy, shutting down, without its database, unable to read or write a part of it, out of disk space, or if the file store that was away at the start is not that of the database.',
        response: { 200: statusReply },
      },
    },
    async () => {
      if (app.isStopping()) throw refuse('shutting_down')
      await sql`select 1`.execute(ctx.db)
      if (isFileStoreRefused?.()) throw refuse('file_store_refused')
      await readiness.require()
      return ok
    },
  )

  const { metrics } = ctx
  const { metricsToken } = ctx.config
  app.get(
    '/metrics',
    {
      config: {
        access: 'public',
        security: 'metricsToken',
        codes: ['token_missing', 'token_invalid', 'not_found'],
        sends: 'text/plain',
      },
      schema: {
        operationId: 'getMetrics',
        summary: 'Prometheus metrics',
        description: 'Needs the `METRICS_TOKEN` as a bearer token. Not found if the server has none.',
      },
    },
    async (request, reply) => {
      if (!metrics || metricsToken === undefined) throw refuse('not_found')
      const [, token] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? []
      if (token === undefined) throw refuse('token_missing')
      if (!isSame(token, metricsToken)) throw refuse('token_invalid')
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text())
    },
  )
}

const digest = (text: string) => createHash('sha256').update(text).digest()
/** Compares in constant time, so that the token can't be guessed byte by byte. */
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected))
