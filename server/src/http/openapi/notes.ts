import * as errors from '#shared/contract/errors.ts'
import type { JsonSchema } from '../json-schema.ts'

/** Adds a description, an example and what a schema of Zod can't say to the schema of a field. */
export type FieldNote = {
  description?: string
  type?: string | string[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  anyOf?: JsonSchema[]
  example?: unknown
}

/** Explains the bodies of a feature in the API description. Each feature has a `*.notes.ts` beside its routes. */
export type Notes = {
  /** Modules of the contract. Their schemas are named after their types: `reportReply` is `Report`. */
  contract: readonly object[]
  /** Replaces names that would be unclear or already used in a generated client. */
  clearer?: Record<string, string>
  /**
   * Notes by field name, for all bodies and the parameters of the feature's own group of calls. If a field means something
   * else in one schema or call, that note is named after it too, such as `Blocker.note` or `listNotifications.unread`. A
   * field without a note gets an example that is made from its type.
   */
  fields: Record<string, FieldNote>
}

export const whole = { type: 'integer' }
export const hours = 'Hours and minutes: `1.30` is an hour and a half.'
export const instant = { format: 'date-time', example: '2026-03-10T16:45:00.000Z' }
/** http or https with a host. */
export const webUrl = { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#]\\S*$' }
export const day = { format: 'date', example: '2026-03-10' }

/** Merges the notes of all features; two notes on the same name are an error. */
export function fieldNotes(all: readonly Notes[]): ReadonlyMap<string, FieldNote> {
  const notes = new Map<string, FieldNote>()
  for (const [name, note] of all.flatMap(({ fields }) => Object.entries(fields))) {
    if (notes.has(name)) throw new Error(`Two notes explain ${name}: name the schema too, as in Blocker.note`)
    notes.set(name, note)
  }
  return notes
}

/** Adds the note to the schema of a field, whose type it may only narrow: a number becomes an integer. */
export function withNote(schema: JsonSchema, note: FieldNote | undefined, name = 'A field'): JsonSchema {
  if (!note || '$ref' in schema || 'const' in schema) return schema
  const { type, example, ...rest } = note
  const { anyOf, ...own } = schema
  const ownTypes = own.type === undefined ? [] : [own.type].flat()
  if (type === 'integer' && ownTypes.length > 0 && !ownTypes.some(each => each === 'number' || each === type))
    throw new Error(
      `${name} is ${ownTypes}, but its note is about an integer: name the schema or the call too`,
    )
  const isNullable = ownTypes.includes('null')
  return {
    ...own,
    ...(type ? { type: isNullable ? [type, 'null'].flat() : type } : anyOf ? { anyOf } : {}),
    ...rest,
    ...(example !== undefined && { examples: [example] }),
  }
}

const teamId = { type: 'integer', minimum: 1 }

/** Notes on fields that mean the same in every feature. */
export const commonNotes: Notes = {
  contract: [errors],
  fields: {
    id: { ...whole, example: 1 },
    user_id: { ...whole, example: 3 },
    project_id: { ...whole, example: 1 },
    name: { example: 'Dina Developer' },
    email: { format: 'email', example: 'dina@example.org' },
    role: { example: 'developer' },
    created_at: instant,
    at: instant,
    msg: { description: 'A sentence for the user.', example: 'Saved.' },
    date: { ...day, description: 'Calendar date.' },
    startDate: { ...day, description: 'First date, inclusive.', example: '2026-03-01' },
    endDate: { ...day, description: 'Last date, inclusive.', example: '2026-03-31' },
    from: { ...day, description: 'First day, inclusive.', example: '2026-03-01' },
    to: { ...day, description: 'Last day, inclusive.', example: '2026-03-31' },
    search: { description: 'Text to search for.', example: 'website' },
    userId: { description: 'Only this user.' },
    projectId: { description: 'Only this project.' },
    teamId: {
      description: 'Only people who are in this team now. May be repeated for several teams.',
      anyOf: [teamId, { type: 'array', items: teamId }],
    },
    user_name: { example: 'Dina Developer' },
    user_email: { format: 'email', example: 'dina@example.org' },
    user_role: { example: 'developer' },
    project_name: { example: 'Website' },
    total: { ...whole, example: 1 },
    totalPages: { ...whole, example: 1 },
    pages: { ...whole, example: 1 },
    page: { ...whole, example: 1 },
    limit: { ...whole, description: 'Entries per page.', example: 10 },
  },
}
