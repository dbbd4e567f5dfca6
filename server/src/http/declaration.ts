import type { FastifyInstance, RouteOptions } from 'fastify'
import type { ZodMiniType } from 'zod/mini'
import type { Notes } from './openapi/notes.ts'

// A call is declared once, with its route: `schema` has its name, input and response, `config` who may call it
// (plugins/access.ts) and how it fails (call-codes.ts). Notes beside it explain its fields (openapi/notes.ts). The API
// description and the tests are generated from that.

declare module 'fastify' {
  interface FastifySchema {
    /** The name of the function in a generated client. Never change one that was released. */
    operationId?: string
    summary?: string
    /** Follows the summary in the API description, which also says who may call it. */
    description?: string
  }
  interface FastifyContextConfig {
    /** For handlers that validate the body themselves: the schemas, of which the body matches one. */
    bodies?: readonly ZodMiniType[]
    /** For bodies that aren't JSON, the content type and schema. */
    takes?: readonly [type: string, schema: object]
    /** For responses that aren't JSON, the content type, or those among which a parameter chooses. */
    sends?: string | readonly string[]
    /** For responses that redirect the browser, their status. */
    redirects?: 302 | 303
    /** Set for a call that needs another kind of token. */
    security?: 'metricsToken'
  }
}

/** A message that the server sends by itself. `data` is what it is about, without the fields that are never sent. */
export type SentMessage = { type: string; summary: string; data: ZodMiniType; neverSent: RegExp }

/** A section of the API description, with its calls, the notes on their bodies, and what the server sends. */
export type CallGroup = {
  name: string
  about: string
  notes?: readonly Notes[]
  sends?: readonly SentMessage[]
}

export type DeclaredCall = Pick<RouteOptions, 'url' | 'schema' | 'config'> & { method: string; group: string }

/** Adds every later call of this instance to `calls`. A call without a name or summary prevents the start. */
export function collectCalls(app: FastifyInstance, { name }: CallGroup, calls: DeclaredCall[]): void {
  app.addHook('onRoute', ({ method: methods, url, schema, config }) => {
    for (const method of [methods].flat().filter(each => each !== 'HEAD')) {
      if (!schema?.operationId || !schema.summary)
        throw new Error(`${method} ${url} does not say what it is: give it schema: { operationId, summary }`)
      calls.push({ method, url, schema, config, group: name })
    }
  })
}
