import type { FastifyInstance, RouteOptions } from 'fastify'
import type { ZodMiniType } from 'zod/mini'
import type { Notes } from './openapi/notes.ts'

// A call is declared once, with its route: `schema` says what it is called, takes and answers, `config` who may make it
// (plugins/access.ts) and how it fails (call-codes.ts). What its fields mean stands beside it (openapi/notes.ts). The API
// description and the tests are made from that.

declare module 'fastify' {
  interface FastifySchema {
    /** The name of the function in a generated client. Never change one that was released. */
    operationId?: string
    summary?: string
    /** What the summary leaves open. Who may call it is added from the permission table. */
    description?: string
  }
  interface FastifyContextConfig {
    /** Where the handler validates the body: any of these. */
    bodies?: readonly ZodMiniType[]
    /** Where the body isn't JSON: its content type and schema. */
    takes?: readonly [type: string, schema: object]
    /** Where the response isn't JSON: its content type. */
    sends?: string
    /** Where the answer leads a browser to a page of the app. */
    redirects?: true
    /** Where a token of another kind opens the call. */
    security?: 'metricsToken'
  }
}

/** A heading of the API description, with the calls below it and what is said about their bodies. */
export type CallGroup = { name: string; about: string; notes?: readonly Notes[] }

export type DeclaredCall = Pick<RouteOptions, 'url' | 'schema' | 'config'> & { method: string; group: string }

/** Adds every call of this instance to `calls` from now on. A call that doesn't say what it is stops the start. */
export function collectCalls(app: FastifyInstance, { name }: CallGroup, calls: DeclaredCall[]): void {
  app.addHook('onRoute', ({ method: methods, url, schema, config }) => {
    for (const method of [methods].flat().filter(each => each !== 'HEAD')) {
      if (!schema?.operationId || !schema.summary)
        throw new Error(`${method} ${url} does not say what it is: give it schema: { operationId, summary }`)
      calls.push({ method, url, schema, config, group: name })
    }
  })
}
