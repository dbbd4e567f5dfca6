import * as z from 'zod/mini'
import { type JsonSchema, withoutDefault } from '../json-schema.ts'
import { type FieldNote, fieldNotes, type Notes, withNote } from './notes.ts'

/** Names each body of the contract after its type: `reportReply` is `Report`, `reportInput` is `ReportInput`. */
function namesOf(all: readonly Notes[]) {
  const named = z.registry<{ id: string }>()
  for (const { contract, clearer = {} } of all) {
    for (const [exportName, schema] of contract.flatMap(module => Object.entries(module))) {
      if (!(schema instanceof z.ZodMiniObject) || !/(Reply|Input)$/.test(exportName)) continue
      const name = `${exportName[0]?.toUpperCase()}${exportName.slice(1).replace(/Reply$/, '')}`
      named.add(schema, { id: clearer[name] ?? name })
    }
  }
  return named
}

export type NoteOf = (field: string) => FieldNote | undefined

/** Collects the named schemas that the converted ones refer to. */
export class SchemaCollection {
  readonly components: Record<string, JsonSchema> = {}
  readonly #named: ReturnType<typeof namesOf>
  readonly #notes: ReadonlyMap<string, FieldNote>

  constructor(notes: readonly Notes[]) {
    this.#named = namesOf(notes)
    this.#notes = fieldNotes(notes)
  }

  /**
   * `side` says what the schema describes: the body of a call, the body after it was parsed, or the response. `noteOf` has
   * the notes on the fields of a schema without a name.
   */
  convert(
    schema: z.ZodMiniType,
    side: 'input' | 'output' | 'reply',
    noteOf: NoteOf = field => this.#notes.get(field),
  ): JsonSchema {
    const options = {
      io: side === 'input' ? 'input' : 'output',
      unrepresentable: 'any',
      metadata: this.#named,
      ...(side === 'reply' && { override: ({ jsonSchema }) => withoutDefault(jsonSchema) }),
    } satisfies Parameters<typeof z.toJSONSchema>[1]
    const { $schema: _, $defs = {}, ...json } = z.toJSONSchema(requiredOf(schema), options)
    for (const [name, definition] of Object.entries($defs))
      this.#add(
        name,
        this.#tidy(definition, field => this.#notes.get(`${name}.${field}`) ?? this.#notes.get(field)),
      )
    return this.#tidy(json, noteOf)
  }

  /** Simplifies the schema for clients: ids and page numbers are numbers, although the server also accepts digits. */
  #tidy(schema: JsonSchema, noteOf: NoteOf = field => this.#notes.get(field)): JsonSchema {
    const { $ref, anyOf, items, properties, additionalProperties, ...rest } = schema
    if (typeof $ref === 'string') return { $ref: $ref.replace('#/$defs/', '#/components/schemas/') }
    const { type, pattern } = rest
    if (type === 'string' && digits.test(String(pattern)))
      return { ...omit(rest, 'pattern'), type: 'integer', minimum: 1 }
    if (String(rest.enum) === 'true,false') return { ...omit(rest, 'enum'), type: 'boolean' }
    const tidied: JsonSchema = {
      ...rest,
      ...(isSchema(items) && { items: this.#tidy(items) }),
      ...(isSchema(properties) && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, one]) => [
            name,
            withNote(this.#tidy(one), noteOf(name), name),
          ]),
        ),
      }),
      ...(additionalProperties !== undefined && {
        additionalProperties: isSchema(additionalProperties)
          ? this.#tidy(additionalProperties)
          : additionalProperties,
      }),
    }
    return Array.isArray(anyOf) ? { ...tidied, ...union(anyOf.map(one => this.#tidy(one))) } : tidied
  }

  #add(name: string, schema: JsonSchema) {
    const existing = this.components[name]
    if (existing && JSON.stringify(existing) !== JSON.stringify(schema))
      throw new Error(`${name} means two things: export the schema of a body and of a reply under two names`)
    this.components[name] = schema
  }
}

/** Matches the pattern of one number. The pattern of a list of numbers has a group. */
const digits = /^\^\[1-9\]\\d[^(]*$/

/** The schema of an optional body without the option to leave it out. */
function requiredOf(schema: z.ZodMiniType): z.ZodMiniType {
  return schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable
    ? requiredOf(schema._zod.def.innerType as z.ZodMiniType)
    : schema
}

function union(choices: JsonSchema[]): JsonSchema {
  // A union of a number and its digits is described as the number.
  const whole = choices.find(({ type }) => type === 'integer')
  const rest = whole ? choices.filter(({ type }) => type !== 'number') : choices
  const [value, none] = rest
  if (rest.length === 1) return value ?? {}
  if (rest.length === 2 && typeof value?.type === 'string' && none?.type === 'null')
    return {
      ...value,
      type: [value.type, 'null'],
      ...(Array.isArray(value.enum) && { enum: [...value.enum, null] }),
    }
  return { anyOf: rest }
}

const isSchema = (value: unknown): value is Record<string, JsonSchema> =>
  typeof value === 'object' && value !== null

function omit(schema: JsonSchema, key: string): JsonSchema {
  const { [key]: _, ...rest } = schema
  return rest
}

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
