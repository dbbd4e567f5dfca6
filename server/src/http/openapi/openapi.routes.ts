import type { FastifyPluginAsync } from 'fastify'
import { program } from '../../lib/program-version.ts'
import type { CallGroup, DeclaredCall } from '../declaration.ts'
import { type PreparedAnswer, prepare, sendUnlessUnchanged } from '../prepared-answer.ts'

type Options = { calls: readonly DeclaredCall[]; groups: readonly CallGroup[] }

/** The API description has no data of users, so it needs no sign-in. */
export const openApiRoutes: FastifyPluginAsync<Options> = async (app, { calls, groups }) => {
  // Made on the first request, so that the start doesn't wait for it, and then kept.
  let description: Promise<PreparedAnswer> | undefined
  const describe = async () => {
    const { describeApi } = await import('./describe.ts')
    return prepare(JSON.stringify(await describeApi(calls, groups, program.version)))
  }

  app.get('/openapi.json', { config: { access: 'public' }, compress: false }, async (request, reply) => {
    description ??= describe().catch(error => {
      // The next request tries again.
      description = undefined
      throw error
    })
    return sendUnlessUnchanged(request, reply.type('application/json; charset=utf-8'), await description)
  })
}
