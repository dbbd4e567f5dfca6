import type { FastifyPluginAsync } from 'fastify'
import { programVersion } from '../../lib/program-version.ts'
import type { CallGroup, DeclaredCall } from '../declaration.ts'

type Options = { calls: readonly DeclaredCall[]; groups: readonly CallGroup[] }

/** The API description has no data of users, so it needs no sign-in. */
export const openApiRoutes: FastifyPluginAsync<Options> = async (app, { calls, groups }) => {
  // Built on the first request, so that the start doesn't wait for it.
  let description: Promise<string> | undefined
  const describe = async () => {
    const { describeApi } = await import('./describe.ts')
    return JSON.stringify(describeApi(calls, groups, programVersion()))
  }

  app.get('/openapi.json', { config: { access: 'public' } }, async (_request, reply) => {
    description ??= describe()
    return reply.type('application/json; charset=utf-8').send(await description)
  })
}
