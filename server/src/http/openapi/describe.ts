import * as z from 'zod/mini'
import { failureReply } from '#shared/contract/errors.ts'
import type { FailureCode } from '#shared/failure-codes.ts'
import { permissions } from '#shared/permissions.ts'
import { forEachChunk } from '../../lib/map-in-chunks.ts'
import { callCodes } from '../call-codes.ts'
import type { CallGroup, DeclaredCall } from '../declaration.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { Access } from '../plugins/access.ts'
import { challengeOf } from '../plugins/www-authenticate.ts'
import { isOptional } from '../validate.ts'
import { codeSchema, failureResponses, failuresWith } from './failures.ts'
import { commonNotes, type FieldNote, fieldNotes, type Notes } from './notes.ts'
import { exampleOf, type NoteOf, SchemaCollection } from './schemas.ts'
import { describeMessage } from './webhooks.ts'

type Content = Record<string, { schema: JsonSchema; example?: unknown }>
export type Response = { description: string; headers?: object; content?: Content }
export type Parameter = {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: JsonSchema
}
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  'x-access': Access
  /** The codes with which this call can fail. */
  'x-codes': readonly FailureCode[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response | { $ref: string }>
  security: Record<string, never[]>[]
}
export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; contact: object; license: object }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: ReturnType<typeof describeMessage> }>
  components: {
    securitySchemes: object
    responses: Record<string, Response>
    schemas: Record<string, JsonSchema>
  }
}

const introduction = `Everything the app does goes through this API.

Sign in with \`POST /api/auth/login\` and send the token as \`x-auth-token\` with every other call. If you're signed in
to the app in this browser, "Try it out" already uses your account. A program uses an access token instead, which you
make in Your account: \`Authorization: Bearer drt_…\`. Either token may be sent in either header, and neither in a URL.

Hours of reports are hours and minutes: \`1.30\` is an hour and a half. Dates are \`YYYY-MM-DD\`, timestamps ISO 8601 in
UTC. Every failure has the same body: \`msg\` and \`error\` with a sentence, \`code\` for programs to compare, and
\`errors\` by field if the input was invalid.`

/**
 * The API as OpenAPI 3.1, from the same schemas that validate requests and serialize responses. Describing all calls takes
 * 150 ms of processor time, so other requests run in between.
 */
export async function describeApi(
  calls: readonly DeclaredCall[],
  groups: readonly CallGroup[],
  version: string,
): Promise<OpenApi> {
  const schemas = new SchemaCollection(notesOf(groups))
  const notes = new Map(groups.map(group => [group.name, fieldNotes(notesOf([group]))]))
  schemas.convert(failureReply, 'reply')
  Object.assign(schemas.components.Failure?.properties ?? {}, { code: codeSchema })
  const paths: OpenApi['paths'] = {}
  const describe = (call: DeclaredCall) => {
    const path = call.url.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: describeCall(call, schemas, notes.get(call.group)),
    }
  }
  await forEachChunk(calls, async chunk => chunk.forEach(describe), { chunkSize: 10 })
  const webhooks = Object.fromEntries(
    groups.flatMap(({ name, sends = [] }) =>
      sends.map(message => [message.type, { post: describeMessage(message, name, schemas) }]),
    ),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Daily Report App API',
      version,
      description: introduction,
      contact: { name: 'The administrators of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: groups.map(({ name, about }) => ({ name, description: about })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'x-auth-token',
          description: 'The token that `POST /api/auth/login` returns.',
        },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token, made in Your account.',
        },
        metricsToken: { type: 'http', scheme: 'bearer', description: 'The value of `METRICS_TOKEN`.' },
      },
      responses: failureResponses,
      schemas: schemas.components,
    },
  }
}

export function notesOf(groups: readonly CallGroup[]): Notes[] {
  return [commonNotes, ...groups.flatMap(({ notes = [] }) => notes)]
}

/** The routes declare Zod schemas; Fastify's types allow any kind of schema. */
type Schemas = { params?: z.ZodMiniType; querystring?: z.ZodMiniType; body?: z.ZodMiniType } & {
  response?: Record<string, z.ZodMiniType>
}

function describeCall(
  call: DeclaredCall,
  schemas: SchemaCollection,
  notes: ReadonlyMap<string, FieldNote> = new Map(),
): Operation {
  const { schema = {}, config = {} } = call
  const { access = 'signedIn', takes, sends, security, redirects } = config
  const codes = callCodes(call)
  const { operationId = '', summary = '', description } = schema
  const { params, querystring, body, response } = schema as Schemas
  // A parameter of the same name can mean something else in another group of calls.
  const noteOf: NoteOf = field => notes.get(`${operationId}.${field}`) ?? notes.get(field)
  const parameters = [
    ...parametersOf(params, 'path', schemas, noteOf),
    ...parametersOf(querystring, 'query', schemas, noteOf),
  ]
  const bodies = body ? [body] : (config.bodies ?? [])
  const content = takes
    ? { [takes[0]]: { schema: takes[1] as JsonSchema } }
    : bodies.length > 0
      ? json(anyOf(bodies.map(one => schemas.convert(one, 'input'))), schemas)
      : undefined
  return {
    operationId,
    tags: [call.group],
    summary,
    description: [description, security ? '' : [whoMay(access), byTokens(call)].filter(Boolean).join(' ')]
      .filter(Boolean)
      .join('\n\n'),
    'x-access': access,
    'x-codes': codes,
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: !sends && !isOptional(body), content } }),
    responses: {
      ...(redirects ? leadingToPage(redirects) : repliesOf(response, sends, schemas)),
      ...failuresWith(codes, challengeOf(call)),
    },
    security: security ? [{ [security]: [] }] : access === 'public' ? [] : tokensFor(config),
  }
}

/** Which kinds of token the call takes. */
const tokensFor = ({ needsSignIn }: { needsSignIn?: true }): Operation['security'] =>
  needsSignIn ? [{ token: [] }] : [{ token: [] }, { accessToken: [] }]

const json = (schema: JsonSchema, { components }: SchemaCollection): Content => ({
  'application/json': { schema, example: exampleOf(schema, components) },
})

const leadingToPage = (status: 302 | 303): Record<string, Response> => ({
  200: { description: 'The page that it leads to.', content: { 'text/html': { schema: {} } } },
  [status]: { description: 'Leads to a page.', content: {} },
})

function repliesOf(
  response: Record<string, z.ZodMiniType> | undefined,
  sends: string | readonly string[] | undefined,
  schemas: SchemaCollection,
): Record<string, Response> {
  if (sends) {
    const content = Object.fromEntries([sends].flat().map(type => [type, { schema: {} }]))
    return { 200: { description: 'The content.', content } }
  }
  return Object.fromEntries(
    Object.entries(response ?? {}).map(([code, schema]) => [
      code,
      // What has no body is declared as null.
      schema instanceof z.ZodMiniNull
        ? { description: 'Nothing to answer.' }
        : {
            description: code === '201' ? 'Created.' : 'OK.',
            content: json(schemas.convert(schema, 'reply'), schemas),
          },
    ]),
  )
}

/** Who else has a permission, by the kind of thing that it is about. */
const owners: Record<string, string> = {
  project: 'that user',
  task: "the task's assignee",
  report: "the report's author",
}

/** Says in words who may make a call. */
function whoMay(access: Access): string {
  if (access === 'public') return 'No sign-in needed.'
  if (access === 'signedIn') return 'For any signed-in user.'
  const rule: { roles?: readonly string[]; orWhen?: unknown } = permissions[access]
  const owner = rule.orWhen && owners[access.split('.')[0] ?? '']
  return `Only for ${[...(rule.roles ?? []), ...(owner ? [owner] : [])].join(', ').replace(/, (?=[^,]*$)/, ' and ')}.`
}

/** Says in words whether access tokens may make a call. */
function byTokens({ method, config = {} }: DeclaredCall): string {
  if (config.access === 'public') return ''
  if (config.needsSignIn) return 'No access token may make this call.'
  const may =
    method === 'GET' || config.readTokens
      ? 'Access tokens may make it'
      : 'Access tokens that write may make it'
  return config.needsSignInTo ? `${may}, but not to ${config.needsSignInTo}.` : `${may}.`
}

function parametersOf(
  schema: z.ZodMiniType | undefined,
  place: 'path' | 'query',
  schemas: SchemaCollection,
  noteOf: NoteOf,
): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemas.convert(schema, 'input', noteOf) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  // Defaults and upper limits are part of the converted value, not of the text.
  const { properties: converted = {} } = schemas.convert(schema, 'output', () => undefined) as {
    properties?: Record<string, JsonSchema>
  }
  return Object.entries(properties).map(([name, { description, examples, ...own }]) => {
    const { default: fallback, maximum } = converted[name] ?? {}
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(typeof description === 'string' && { description }),
      schema: {
        ...own,
        ...(maximum !== undefined && { maximum }),
        ...(fallback !== undefined && { default: fallback }),
        // A query parameter has no example, because "Try it out" would send it and filter the response.
        ...(place === 'path' && examples !== undefined && { examples }),
      },
    }
  })
}

const anyOf = (schemas: JsonSchema[]): JsonSchema =>
  schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: schemas }
