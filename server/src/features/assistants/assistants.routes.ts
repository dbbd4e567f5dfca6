import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { mcpInput, mcpReply } from '#shared/contract/assistants.ts'
import type { Context } from '../../context.ts'
import { originOf } from '../../http/origin-of.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { isDisconnected } from '../../http/plugins/heavy-reads.ts'
import { refuse } from '../../http/refusals.ts'

/** The headers of the protocol. The SDK sees no others, so it never has a token. */
const protocolHeaders = ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'] as const

const mcpRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  // GET and DELETE are for sessions and streams, which this server doesn't have. The protocol asks for 405.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || !/^\/api\/mcp\/?(\?|$)/.test(request.url)) return done()
    reply.header('allow', 'POST')
    done(refuse('method_not_allowed'))
  })
  // Only with a handler of its own, the hook above also runs for requests that no route takes.
  app.setNotFoundHandler(() => {
    throw refuse('not_found')
  })

  app.post(
    '',
    {
      config: {
        access: 'signedIn',
        readTokens: true,
        heavyRead: 'list',
        refusesOtherOrigins: true,
        challengeError: 'invalid_token',
        codes: ['origin_refused'],
      },
      schema: {
        operationId: 'callAssistantTool',
        summary: 'Let an assistant use its tools (MCP)',
        description:
          'The Model Context Protocol over streamable HTTP, without sessions: one JSON-RPC message, answered as JSON; a notification is answered with 202 and nothing, and one of an unknown revision of the protocol with 400 and a JSON-RPC error. Tools: `my_day`, `my_reports`, `team_day`, `blockers`, `search`, and with a token that may write `save_report_draft`. Only those that you may use are listed; calling another one is an error of the tool, and so are arguments that it does not have. No tool can submit a report. A request that a browser sends for another site is refused, unless `CORS_ORIGIN` names it.',
        body: mcpInput,
        response: { 200: mcpReply, 202: z.null() },
      },
    },
    async (request, reply) => {
      const { serveMessage } = await import('./serve-message.ts')
      const headers = new Headers()
      for (const name of protocolHeaders) {
        const value = request.headers[name]
        if (typeof value === 'string') headers.set(name, value)
      }
      const response = await serveMessage({
        caller: {
          ctx,
          actor: actorOf(request),
          origin: originOf(request),
          isDisconnected: () => isDisconnected(request),
          signal: request.signal,
        },
        body: request.body,
        headers,
        log: request.log,
      })
      const text = await response.text()
      return reply.code(response.status as 200).send(text === '' ? undefined : JSON.parse(text))
    },
  )
}

export const assistantsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  await app.register(mcpRoutes, { ctx, prefix: '/mcp' })
}
