import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { programVersion } from '../program-version.ts'
import { type DescribedRoute, describeApi } from './describe.ts'
import { docsPage, docsStyle } from './docs-page.ts'
import { serverCalls } from './server-calls.ts'

/** Sees every call that is added to this instance from now on. */
export function collectCalls(app: FastifyInstance): DescribedRoute[] {
  const calls: DescribedRoute[] = []
  app.addHook('onRoute', route => {
    for (const method of [route.method].flat()) {
      if (method !== 'HEAD') calls.push({ ...route, method })
    }
  })
  return calls
}

/** The description of the API, for programs and for people. It is no secret: everybody may read it. */
export const openApiRoutes: FastifyPluginAsync<{ calls: DescribedRoute[] }> = async (app, { calls }) => {
  // The calls of the features; these three describe themselves.
  const described = describeApi([...calls], programVersion())
  const description = { ...described, paths: { ...described.paths, ...serverCalls } }
  const page = docsPage(description)
  const config = { access: 'public' as const }

  app.get('/openapi.json', { config }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(description)),
  )
  app.get('/docs', { config }, async (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/docs.css', { config }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(docsStyle),
  )
}
