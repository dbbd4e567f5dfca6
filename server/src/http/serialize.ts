import fastJson from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import type { z } from 'zod/mini'
import { chunkCharacters, type IsDisconnected, runInNextTick } from '../lib/map-in-chunks.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'
import { refuse } from './refusals.ts'

type Write = (part: unknown) => string

/**
 * Writes replies field by field, as their schema names them: other fields never leave the server, and a missing field
 * is an error. Walking the schema for every reply would take longer than the rest of the request, so each schema is
 * compiled when it is first needed.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodMiniType> = ({ schema }) => writerOf(schema)

/** Returns a function that writes replies of this schema. */
export const writerOf = (schema: z.ZodMiniType): Write => once(() => writerFor(outputOf(schema)))

const outputOf = (schema: z.ZodMiniType) => jsonSchema(schema, 'output', orNull)
const writerFor = (json: JsonSchema) => fastJson(json) as Write

/** Compiles the writer on its first call. */
function once<Part, Result>(compile: () => (part: Part) => Result): (part: Part) => Result {
  let compiled: ((part: Part) => Result) | undefined
  return part => {
    compiled ??= compile()
    return compiled(part)
  }
}

type WritePieces = (part: unknown) => Iterable<string>

/** Like `writerOf`, but the text comes in pieces: some short entries of a list, or one long entry. */
export const piecesOf = (schema: z.ZodMiniType): WritePieces => once(() => piecesFor(outputOf(schema)))

function piecesFor(json: JsonSchema): WritePieces {
  const { type, nullable, items, properties, required = [], additionalProperties: values } = json
  if (type === 'array' && !nullable) {
    const write = writerFor(items as JsonSchema)
    return list => entries('[', ']', list as unknown[], write)
  }
  if (type !== 'object' || nullable) return onePiece(json)
  if (properties === undefined) {
    const write = writerFor(values as JsonSchema)
    return byKey =>
      entries(
        '{',
        '}',
        Object.entries(byKey as object),
        ([key, value]) => `${JSON.stringify(key)}:${write(value)}`,
      )
  }
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => ({
    name,
    // Only lists among the fields can be long; objects are written as a whole.
    write: field.type === 'array' ? piecesFor(field) : onePiece(field),
    isRequired: (required as string[]).includes(name),
  }))
  return reply => fieldsOf(reply as Record<string, unknown>, fields)
}

function onePiece(json: JsonSchema): WritePieces {
  const write = writerFor(json)
  return part => [write(part)]
}

function* entries<Entry>(
  start: string,
  end: string,
  list: readonly Entry[],
  write: (entry: Entry) => string,
): Iterable<string> {
  let text = start
  let comma = ''
  for (const entry of list) {
    text += comma + write(entry)
    comma = ','
    // Short entries are written together: yielding each of them would cost more than writing it.
    if (text.length < shortPiece) continue
    yield text
    text = ''
  }
  yield text + end
}

const shortPiece = 10_000

type Field = { name: string; write: WritePieces; isRequired: boolean }

function* fieldsOf(reply: Record<string, unknown>, fields: readonly Field[]): Iterable<string> {
  let start = '{'
  for (const { name, write, isRequired } of fields) {
    const value = reply[name]
    if (value === undefined) {
      if (isRequired) throw new Error(`"${name}" is required!`)
      continue
    }
    yield `${start}${JSON.stringify(name)}:`
    yield* write(value)
    start = ','
  }
  yield start === '{' ? '{}' : '}'
}

/**
 * Joins the pieces. A text longer than `chunkCharacters` is written in chunks: other requests run in between, and writing
 * stops once the client has closed its connection.
 */
export function writeInChunks(
  pieces: Iterable<string>,
  isDisconnected: IsDisconnected,
): string | Promise<Buffer> {
  const left = pieces[Symbol.iterator]()
  const first = nextChunk(left)
  return first.isLast ? first.text : writeRest(first.text, left, isDisconnected)
}

async function writeRest(
  first: string,
  left: Iterator<string>,
  isDisconnected: IsDisconnected,
): Promise<Buffer> {
  // Kept as bytes, because a string concatenated from many pieces takes ten times the memory until it is sent.
  const written = [Buffer.from(first)]
  for (let isLast = false; !isLast; ) {
    await runInNextTick(async () => {
      if (isDisconnected()) throw refuse('bad_request')
      const chunk = nextChunk(left)
      written.push(Buffer.from(chunk.text))
      isLast = chunk.isLast
    })
  }
  return Buffer.concat(written)
}

function nextChunk(left: Iterator<string>): { text: string; isLast: boolean } {
  let text = ''
  while (text.length < chunkCharacters) {
    const { value, done } = left.next()
    if (done) return { text, isLast: true }
    text += value
  }
  return { text, isLast: false }
}

/** Writes "this or null" as one type, so that the serializer doesn't have to try each alternative of an `anyOf`. */
function orNull({ jsonSchema: json }: { jsonSchema: JsonSchema }) {
  const [value, none, ...more] = (json.anyOf ?? []) as JsonSchema[]
  if (!value || none?.type !== 'null' || more.length > 0) return
  delete json.anyOf
  Object.assign(json, value, { nullable: true })
}
