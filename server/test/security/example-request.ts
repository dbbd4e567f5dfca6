import { features } from '../../src/features/features.ts'
import { notesOf } from '../../src/http/openapi/describe.ts'
import { exampleOf, SchemaCollection } from '../../src/http/openapi/schemas.ts'
import type { LiveRoute } from '../live-routes.ts'
import type { BodyFacts } from './cases.ts'

const notes = notesOf(features)

/** Values for fields whose example would already be in use or would name a missing thing. */
const fitting: Record<string, (facts: BodyFacts) => unknown> = {
  name: ({ unique }) => `New name ${unique}`,
  email: ({ unique }) => `new-${unique}@example.com`,
  project_id: ({ projectId }) => projectId,
  assigned_to: ({ personId }) => personId,
  developers: ({ personId }) => [personId],
  member_ids: ({ personId }) => [personId],
  user_ids: ({ personId }) => [personId],
  lead_ids: ({ reviewerId }) => [reviewerId],
  projects: ({ unique }) => [`New project ${unique}`],
  create_projects: ({ unique }) => [`New project ${unique}`],
  activity_emails: ({ unique }) => [`activity-${unique}@home.example`],
  activity_logins: ({ unique }) => [{ kind: 'github', login: `login-${unique}` }],
  date: ({ day }) => day,
}

/** The example body of the API description, with values that fit this request. */
export function exampleBody({ schema, config }: LiveRoute): ((facts: BodyFacts) => object) | undefined {
  const body = schema.body ?? config.bodies?.[0]
  if (!body) return undefined
  const schemas = new SchemaCollection(notes)
  const example = exampleOf(schemas.convert(body, 'input'), schemas.components)
  return facts => fitTo(example, facts) as object
}

function fitTo(value: unknown, facts: BodyFacts): unknown {
  if (Array.isArray(value)) return value.map(one => fitTo(one, facts))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, fitting[name]?.(facts) ?? fitTo(one, facts)]),
  )
}

export type QueryParameter = {
  name: string
  isRequired: boolean
  isFlag: boolean
  maximum: unknown
  example: string
}

export function queryParameters({ schema }: LiveRoute): QueryParameter[] {
  if (!schema.querystring) return []
  const schemas = new SchemaCollection(notes)
  const { properties = {}, required = [] } = schemas.convert(schema.querystring, 'input') as {
    properties?: Record<string, Record<string, unknown>>
    required?: string[]
  }
  // Upper limits are in the output schema, because they apply to the converted value.
  const converted = schemas.convert(schema.querystring, 'output').properties as typeof properties
  return Object.entries(properties).map(([name, one]) => ({
    name,
    isRequired: required.includes(name),
    isFlag: one.type === 'boolean',
    maximum: converted[name]?.maximum,
    example: String(exampleOf(one, schemas.components)),
  }))
}

/** The query that requests the largest response, so that a leak shows in it. */
export function fullQuery(route: LiveRoute): string {
  const asked = queryParameters(route).flatMap(({ name, isFlag, maximum }) =>
    isFlag ? [`${name}=true`] : name === 'limit' ? [`limit=${maximum}`] : [],
  )
  return asked.join('&')
}
