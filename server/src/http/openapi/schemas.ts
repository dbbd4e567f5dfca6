import * as z from 'zod/mini'
import * as absences from '#shared/contract/absences.ts'
import * as account from '#shared/contract/account.ts'
import * as accountExport from '#shared/contract/account-export.ts'
import * as auth from '#shared/contract/auth.ts'
import * as blockers from '#shared/contract/blockers.ts'
import * as calendar from '#shared/contract/calendar.ts'
import * as codes from '#shared/contract/codes.ts'
import * as comments from '#shared/contract/comments.ts'
import * as deletedUsers from '#shared/contract/deleted-users.ts'
import * as deliveries from '#shared/contract/deliveries.ts'
import * as errors from '#shared/contract/errors.ts'
import * as files from '#shared/contract/files.ts'
import * as importUsers from '#shared/contract/import-users.ts'
import * as listedUsers from '#shared/contract/listed-users.ts'
import * as notifications from '#shared/contract/notifications.ts'
import * as projects from '#shared/contract/projects.ts'
import * as reportReview from '#shared/contract/report-review.ts'
import * as reportReviewInputs from '#shared/contract/report-review-inputs.ts'
import * as reports from '#shared/contract/reports.ts'
import * as review from '#shared/contract/review.ts'
import * as revisions from '#shared/contract/revisions.ts'
import * as settings from '#shared/contract/settings.ts'
import * as setup from '#shared/contract/setup.ts'
import * as suggestions from '#shared/contract/suggestions.ts'
import * as summaries from '#shared/contract/summaries.ts'
import * as tasks from '#shared/contract/tasks.ts'
import * as team from '#shared/contract/team.ts'
import * as teamInputs from '#shared/contract/team-inputs.ts'
import * as urls from '#shared/contract/urls.ts'
import * as userEdit from '#shared/contract/user-edit.ts'
import * as users from '#shared/contract/users.ts'
import type { JsonSchema } from '../json-schema.ts'
import { describeField } from './fields.ts'

const contract = {
  ...auth,
  ...codes,
  ...comments,
  ...errors,
  ...files,
  ...projects,
  ...reports,
  ...reportReview,
  ...reportReviewInputs,
  ...review,
  ...revisions,
  ...tasks,
}
const exported = Object.entries({
  ...contract,
  ...urls,
  ...users,
  ...deletedUsers,
  ...account,
  ...accountExport,
  ...listedUsers,
  ...importUsers,
  ...absences,
  ...blockers,
  ...calendar,
  ...deliveries,
  ...settings,
  ...notifications,
  ...setup,
  ...suggestions,
  ...summaries,
  ...team,
  ...teamInputs,
  ...userEdit,
})

/** Names that would be unclear, or taken, in a generated client. */
const clearer: Record<string, string> = {
  File: 'ProjectFile',
  Url: 'ProjectUrl',
  UrlInput: 'ProjectUrlInput',
  Register: 'RegisteredUser',
}

/** Each body of the contract under the name of its type: `reportReply` is `Report`, `reportInput` `ReportInput`. */
const named = z.registry<{ id: string }>()
for (const [exportName, schema] of exported) {
  if (!(schema instanceof z.ZodMiniObject) || !/(Reply|Input)$/.test(exportName)) continue
  const name = `${exportName[0]?.toUpperCase()}${exportName.slice(1).replace(/Reply$/, '')}`
  named.add(schema, { id: clearer[name] ?? name })
}

/** Collects the named schemas that the converted ones refer to. */
export class SchemaCollection {
  readonly components: Record<string, JsonSchema> = {}

  /** `input`: what a call takes; `output`: what it answers. */
  convert(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
    const options = { io, unrepresentable: 'any', metadata: named } as const
    const { $schema: _, $defs = {}, ...json } = z.toJSONSchema(requiredOf(schema), options)
    for (const [name, definition] of Object.entries($defs)) this.#add(name, tidy(definition, name))
    return tidy(json)
  }

  #add(name: string, schema: JsonSchema) {
    const existing = this.components[name]
    if (existing && JSON.stringify(existing) !== JSON.stringify(schema))
      throw new Error(`${name} means two things: export the schema of a body and of a reply under two names`)
    this.components[name] = schema
  }
}

/** A body that may be missing is described as it is when it is there. */
function requiredOf(schema: z.ZodMiniType): z.ZodMiniType {
  return schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable
    ? requiredOf(schema._zod.def.innerType as z.ZodMiniType)
    : schema
}

const digits = /^\^\[1-9\]\\d/

/** In the words of a client: ids and page numbers are numbers, although the server also reads them from text. */
function tidy(schema: JsonSchema, component = ''): JsonSchema {
  const { $ref, anyOf, items, properties, additionalProperties, ...rest } = schema
  if (typeof $ref === 'string') return { $ref: $ref.replace('#/$defs/', '#/components/schemas/') }
  const { type, pattern } = rest
  if (type === 'string' && digits.test(String(pattern)))
    return { ...omit(rest, 'pattern'), type: 'integer', minimum: 1 }
  if (String(rest.enum) === 'true,false') return { ...omit(rest, 'enum'), type: 'boolean' }
  const tidied: JsonSchema = {
    ...rest,
    ...(isSchema(items) && { items: tidy(items) }),
    ...(isSchema(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, describeField(component, name, tidy(one))]),
      ),
    }),
    ...(additionalProperties !== undefined && {
      additionalProperties: isSchema(additionalProperties)
        ? tidy(additionalProperties)
        : additionalProperties,
    }),
  }
  return Array.isArray(anyOf) ? { ...tidied, ...union(anyOf.map(one => tidy(one))) } : tidied
}

function union(choices: JsonSchema[]): JsonSchema {
  // "A number, or its digits": the number says it.
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
