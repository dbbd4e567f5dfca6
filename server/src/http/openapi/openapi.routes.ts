import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { programVersion } from '../../lib/program-version.ts'
import type { DescribedRoute } from './describe.ts'

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

/** The description of the API for programs. It holds no data of users, so it needs no sign-in. */
export const openApiRoutes: FastifyPluginAsync<{ calls: DescribedRoute[] }> = async (app, { calls }) => {
  // The calls of the features: this one does not describe itself.
  const described = [...calls]
  // Built on the first request, so that a start does not wait for it.
  let description: Promise<string> | undefined
  const describe = async () => {
    const { describeApi } = await import('./describe.ts')
    return JSON.stringify(describeApi(described, programVersion()))
  }

  app.get('/openapi.json', { config: { access: 'public' } }, async (_request, reply) => {
    description ??= describe()
    return reply.type('application/json; charset=utf-8').send(await description)
  })
}
