import type { FastifyContextConfig, RouteOptions } from 'fastify'
import type { z } from 'zod/mini'
import { buildApp } from '../src/app.ts'
import type { Context } from '../src/context.ts'
import type { Access } from '../src/http/plugins/access.ts'

type Schemas = { body?: z.ZodMiniType; querystring?: z.ZodMiniType; params?: z.ZodMiniType } & {
  response?: Record<string, z.ZodMiniType>
}

export type LiveRoute = {
  method: string
  url: string
  /** `GET /api/tasks/:id` */
  name: string
  access: Access | undefined
  /** What the route declares beside its schemas. */
  config: FastifyContextConfig
  schema: Schemas
}

/** The API description is public: it contains names of fields and no user's data. */
export const isDescription = (url: string) => url === '/api/openapi.json'

/** Every route of the server, as it is declared while the app is built. */
export async function liveRoutes(ctx: Context): Promise<LiveRoute[]> {
  const routes: LiveRoute[] = []
  const onRoute = ({ method, url, config, schema }: RouteOptions) => {
    for (const verb of [method].flat()) {
      routes.push({
        method: verb,
        url,
        name: `${verb} ${url}`,
        access: config?.access,
        config: config ?? {},
        schema: (schema ?? {}) as Schemas,
      })
    }
  }
  const probe = await buildApp(ctx, { onRoute })
  // Fastify adds the HEAD routes while it gets ready.
  await probe.ready()
  await probe.close()
  return routes
}
