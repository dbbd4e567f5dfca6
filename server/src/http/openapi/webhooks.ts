import type { SentMessage } from '../declaration.ts'
import type { JsonSchema } from '../json-schema.ts'
import { exampleOf, type SchemaCollection } from './schemas.ts'

/** A message as a webhook of OpenAPI 3.1: the call that a receiver answers. */
export function describeMessage(message: SentMessage, group: string, schemas: SchemaCollection) {
  const schema = messageSchema(message, schemas)
  const header = (name: string, description: string) => ({
    ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
  })
  return {
    operationId: `on${message.type.replace(/(^|\.)(\w)/g, (_all, _dot, letter: string) => letter.toUpperCase())}`,
    tags: [group],
    summary: message.summary,
    description: 'Sent to webhooks of the format `json` that are told of it.',
    parameters: [
      header('webhook-id', 'The same in all tries of a message.'),
      header('webhook-timestamp', 'Seconds since 1970, of this try.'),
      header('webhook-signature', '`v1,` and the signature; two of them for a day after a new secret.'),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: exampleOf(schema, schemas.components) } },
    },
    responses: {
      200: { description: 'Every 2xx says that it arrived. Other answers but 410 are tried again.' },
      410: { description: 'Switches the webhook off.' },
    },
    security: [],
  }
}

/** The body of a message. What was deleted since it happened has only its id. */
export function messageSchema({ type, data, neverSent }: SentMessage, schemas: SchemaCollection): JsonSchema {
  const whole = asSent(schemas.convert(data, 'reply'), schemas.components, neverSent)
  const gone = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
  const isShortened = {
    type: 'boolean',
    description: 'Set if long texts or lists are cut.',
    examples: [true],
  }
  return {
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { const: type },
      timestamp: { type: 'string', format: 'date-time', examples: ['2026-03-10T16:45:00.000Z'] },
      data: {
        anyOf: [
          {
            ...whole,
            properties: { ...(whole.properties as object), is_shortened: isShortened },
          },
          { ...gone, additionalProperties: false },
        ],
      },
    },
  }
}

/** The schema without names, because what is sent has fewer fields than the reply of that name. */
function asSent(schema: unknown, components: Record<string, JsonSchema>, neverSent: RegExp): JsonSchema {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner)
    if (typeof value !== 'object' || value === null) return value
    return asSent(value, components, neverSent)
  }
  const { $ref, properties, required, examples, ...rest } = schema as JsonSchema
  if (typeof $ref === 'string') return asSent(components[$ref.split('/').at(-1) ?? ''], components, neverSent)
  const others = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inner(value)]))
  const kept = { ...others, ...(examples !== undefined && { examples }) }
  if (!properties) return kept
  const isSent = (name: string) => !neverSent.test(name)
  const sent = Object.entries(properties).filter(([name]) => isSent(name))
  return {
    ...kept,
    properties: Object.fromEntries(sent.map(([name, one]) => [name, inner(one)])),
    ...(Array.isArray(required) && { required: required.filter(isSent) }),
  }
}
