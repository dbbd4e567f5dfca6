import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { gitEventInput } from '#shared/contract/activity.ts'
import { limits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../http/refusals.ts'
import { receiveHook, requireSource } from './receive-hook.service.ts'

/** The addresses that are pasted into Git servers. */
export const hookRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  // The signature is of the bytes as they were sent, so they are parsed only after it was checked.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post(
    '/hooks/:key',
    {
      bodyLimit: limits.hookBodyBytes,
      async onRequest(request) {
        if (Number(request.headers['content-length']) > limits.hookBodyBytes) throw refuse('body_too_large')
        await requireSource(ctx.db, (request.params as { key: string }).key)
      },
      config: {
        access: 'public',
        hasSecretPath: true,
        codes: ['hook_refused'],
        bodies: [gitEventInput],
      },
      schema: {
        operationId: 'receiveHook',
        summary: 'Receive an event of a Git server',
        description:
          'Signed with the secret of the source: `X-Hub-Signature-256` (GitHub, Gitea), `X-Gitea-Signature` or `X-Gitlab-Token`. Pushes, merged requests and closed issues are stored for the people who did them; all other events, and those that were sent before, change nothing. At most 5 MB.',
        params: z.object({ key: z.string() }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await receiveHook(ctx, request.params.key, { headers: request.headers, body })
      return reply.code(204).send(null)
    },
  )
}
