import * as z from 'zod/mini'

export type JsonSchema = Record<string, unknown>

type Override = NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']

/** Converts a schema's input or output to JSON Schema. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output', override?: Override): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: context => {
      if (io === 'output') withoutDefault(context.jsonSchema)
      override?.(context)
    },
  })
  return json
}

/** Defaults of a reply are for clients (see shared/src/contract/replies.ts); the server always sends the field. */
export function withoutDefault(json: JsonSchema) {
  delete json.default
}
