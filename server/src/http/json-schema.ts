import * as z from 'zod/mini'

export type JsonSchema = Record<string, unknown>

type Override = NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']

/** What a schema takes, or what it gives, in the language that others read. */
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

/** The defaults of a reply are for those who read it (see shared/src/contract/added.ts): the server leaves nothing out. */
export function withoutDefault(json: JsonSchema) {
  delete json.default
}
