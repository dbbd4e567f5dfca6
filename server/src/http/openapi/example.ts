import type { JsonSchema } from '../json-schema.ts'

const byType: Record<string, unknown> = { boolean: false, integer: 1, number: 1, string: 'text', null: null }

/** A value that the schema allows, from the examples of its fields (notes.ts) and otherwise from their types. */
export function exampleOf(schema: JsonSchema, components: Record<string, JsonSchema>): unknown {
  const { $ref, examples, enum: choices, anyOf, items, properties, additionalProperties } = schema
  const inner = (one: unknown) => exampleOf(one as JsonSchema, components)
  if (typeof $ref === 'string') return inner(components[$ref.split('/').at(-1) ?? ''] ?? {})
  if (Array.isArray(examples)) return examples[0]
  if ('default' in schema) return schema.default
  if ('const' in schema) return schema.const
  if (Array.isArray(choices)) return choices[0]
  if (Array.isArray(anyOf)) return inner(anyOf[0])
  const [type] = [schema.type].flat()
  if (type === 'array') return [inner(items)]
  if (type !== 'object') return byType[String(type)]
  if (!properties) return { 1: inner(additionalProperties) }
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one)]))
}
