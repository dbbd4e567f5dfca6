import fastJson from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import type { z } from 'zod/mini'
import { type JsonSchema, jsonSchema } from './json-schema.ts'

type Write = (part: unknown) => string

/**
 * Replies are written field by field as their schema names them: what it does not name leaves the server in no reply,
 * and a field that is missing is a failure of ours. To walk the schema for every reply would take longer than to
 * answer, so that each is compiled, when it is first needed.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodMiniType> = ({ schema }) => writerOf(schema)

/** Writes one part of a reply, for replies that would take too long to write at once. */
export function writerOf(schema: z.ZodMiniType): Write {
  let write: Write | undefined
  return part => {
    write ??= fastJson(jsonSchema(schema, 'output', orNull)) as Write
    return write(part)
  }
}

/** "This or null" is said in a way that needs no trying out. */
function orNull({ jsonSchema: json }: { jsonSchema: JsonSchema }) {
  const [value, none, ...more] = (json.anyOf ?? []) as JsonSchema[]
  if (!value || none?.type !== 'null' || more.length > 0) return
  delete json.anyOf
  Object.assign(json, value, { nullable: true })
}
