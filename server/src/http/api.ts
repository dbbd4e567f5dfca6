import compress from '@fastify/compress'
import cors from '@fastify/cors'
import type { FastifyPluginAsync } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { Context } from '../context.ts'
import { type CallGroup, collectCalls, type DeclaredCall } from './declaration.ts'
import { openApiRoutes } from './openapi/openapi.routes.ts'
import accessPlugin, { type Authentication } from './plugins/access.ts'
import heavyReadsPlugin from './plugins/heavy-reads.ts'
import jsonBodiesPlugin from './plugins/json-bodies.ts'
import { serializerCompiler } from './serialize.ts'
import { serverGroup } from './server.routes.ts'

export type Feature = CallGroup & { routes: readonly FastifyPluginAsync<{ ctx: Context }>[] }

type Options = {
  ctx: Context
  features: readonly Feature[]
  /** Collects the calls for the API description. */
  calls: DeclaredCall[]
  authentication: Authentication
  slowestBodyMs: number
}

/** Registers the plugins that apply to all routes under /api, then the routes of each feature. */
export const api: FastifyPluginAsync<Options> = async (
  app,
  { ctx, features, calls, authentication, slowestBodyMs },
) => {
  // Set here instead of on the root, because plugins of the root have their own JSON schemas.
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  if (ctx.config.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: ctx.config.corsOrigins,
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      // Clients of assistants name the revision of their protocol.
      allowedHeaders: ['content-type', 'x-auth-token', 'authorization', 'mcp-protocol-version'],
    })
  }
  // Only responses are compressed: a compressed request body could unpack to more than the body limit.
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false })
  // Registered before access, so that rights are checked after the wait and one that was revoked meanwhile is refused.
  await app.register(heavyReadsPlugin)
  await app.register(accessPlugin, { ctx, authentication })
  await app.register(jsonBodiesPlugin, { slowestBodyMs })
  for (const feature of features) {
    await app.register(async group => {
      collectCalls(group, feature, calls)
      for (const routes of feature.routes) await group.register(routes, { ctx })
    })
  }
  await app.register(openApiRoutes, { calls, groups: [...features, serverGroup] })
}
