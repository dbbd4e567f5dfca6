import type { RouteOptions } from 'fastify'
import type * as z from 'zod/mini'
import { failureReply } from '#shared/contract/errors.ts'
import { permissions } from '#shared/permissions.ts'
import { staff } from '#shared/roles.ts'
import { type JsonSchema, jsonSchema } from '../json-schema.ts'
import type { Access } from '../plugins/access.ts'
import { callNotes } from './call-notes.ts'

export type DescribedRoute = Pick<RouteOptions, 'url' | 'schema' | 'config'> & { method: string }

export type Operation = {
  tags: string[]
  summary: string
  description: string
  'x-access': Access
  parameters?: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>
  security: Record<string, never[]>[]
}
export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: object
}

const refusals: Record<number, string> = {
  400: 'Not valid; `errors` has a sentence for each field',
  401: 'Not signed in, or not any more',
  403: 'Signed in but not allowed',
  404: 'Not there',
  408: 'The body took too long',
  409: 'Conflicts with what is there',
  413: 'Too large',
  415: 'Wrong content type',
  429: 'Too many attempts; see Retry-After',
  500: 'Unexpected; `request_id` is in the log',
  503: 'Busy, shutting down or without a database; see Retry-After',
  507: 'No room on disk',
}

/** The API as OpenAPI 3.1, from the very schemas that check and shape its calls. */
export function describeApi(routes: readonly DescribedRoute[], version: string): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeCall(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Daily Report App',
      version,
      description:
        'Sign in with POST /api/auth/login and send the token as `x-auth-token` with every other call.',
    },
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'x-auth-token' },
        metricsToken: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Failure: jsonSchema(failureReply, 'output') },
    },
  }
}

function describeCall({ method, url, schema = {}, config }: DescribedRoute): Operation {
  const access = config?.access ?? 'signedIn'
  const note = callNotes[`${method} ${url}`]
  if (!note) throw new Error(`${method} ${url} has no summary: add one to openapi/call-notes.ts`)
  const { params, querystring, body, response } = schema as Record<string, z.ZodMiniType | undefined> & {
    response?: Record<string, z.ZodMiniType>
  }
  const parameters = [...parametersOf(params, 'path'), ...parametersOf(querystring, 'query')]
  const takes = body ? [body] : (note.bodies ?? [])
  const content = note.otherBody
    ? { [note.otherBody[0]]: { schema: note.otherBody[1] as JsonSchema } }
    : takes.length > 0
      ? { 'application/json': { schema: anyOf(takes.map(one => jsonSchema(one, 'input'))) } }
      : undefined
  const codes = new Set([
    ...refusalsOf(access, { params, querystring, body }),
    ...(note.also ?? []),
    500,
    503,
  ])
  return {
    tags: [url.split('/')[2] ?? ''],
    summary: note.summary,
    description: whoMay(access),
    'x-access': access,
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: !note.otherReply, content } }),
    responses: {
      ...repliesOf(response, note.otherReply),
      ...Object.fromEntries([...codes].sort().map(failure)),
    },
    security: access === 'public' ? [] : [{ token: [] }],
  }
}

function refusalsOf(
  access: Access,
  has: { params?: unknown; querystring?: unknown; body?: unknown },
): number[] {
  return [
    ...(access === 'public' ? [] : [401]),
    ...(access === 'public' || access === 'signedIn' ? [] : [403]),
    ...(has.params ? [404] : []),
    ...(has.querystring || has.body ? [400] : []),
    ...(has.body ? [408, 413, 415, 507] : []),
  ]
}

export const failure = (code: number) => [
  String(code),
  {
    description: refusals[code] ?? '',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  },
]

function repliesOf(response: Record<string, z.ZodMiniType> | undefined, otherReply: string | undefined) {
  if (otherReply) return { 200: { description: 'The content', content: { [otherReply]: { schema: {} } } } }
  return Object.fromEntries(
    Object.entries(response ?? {}).map(([code, schema]) => [
      code,
      { description: 'Done', content: { 'application/json': { schema: jsonSchema(schema, 'output') } } },
    ]),
  )
}

/** The table of permissions in words. */
function whoMay(access: Access): string {
  if (access === 'public') return 'Open to everybody.'
  if (access === 'signedIn') return 'For everybody who is signed in.'
  const rule: { roles?: readonly string[]; when?: unknown; orWhen?: unknown } = permissions[access]
  const roles = rule.roles?.join(' and ')
  return [
    `Permission ${access}:`,
    roles && `for ${roles}${rule.when ? ', not for every thing' : ''}`,
    roles && rule.orWhen && 'and',
    rule.orWhen && `for ${staff.join(', ')} and all others where the thing is their own`,
  ]
    .filter(Boolean)
    .join(' ')
    .concat('.')
}

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: one,
  }))
}

const anyOf = (schemas: JsonSchema[]): JsonSchema =>
  schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: schemas }
