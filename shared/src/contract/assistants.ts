import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { blockerStates } from './blockers.ts'
import { bodyId, dayField, noOtherArguments, plannedDayField } from './fields.ts'
import { searchQuery } from './search.ts'

const messageInvalid = { error: messages.assistants.messageInvalid }

/** One message of the Model Context Protocol, which defines the rest of it: a request, or a notification, which has no id. */
export const mcpInput = z.object(
  {
    jsonrpc: z.literal('2.0', messageInvalid),
    id: z.optional(z.union([z.string(), z.int()], messageInvalid)),
    method: z.string(messageInvalid),
    params: z.optional(z.looseObject({}, messageInvalid)),
  },
  messageInvalid,
)
export type McpInput = z.output<typeof mcpInput>

/** The answer to a request; a notification has none. */
export const mcpReply = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.optional(z.union([z.string(), z.number()])),
  result: z.optional(z.looseObject({})),
  error: z.optional(z.looseObject({})),
})

// The inputs of the tools have the names of the API. Assistants send numbers as numbers, and often null for what they leave out.

const page = z.nullish(
  z
    .int({ error: messages.fields.invalid('page') })
    .check(z.positive({ error: messages.fields.invalid('page') })),
)
const limit = z.nullish(
  z
    .int({ error: messages.fields.invalid('limit') })
    .check(
      z.positive({ error: messages.fields.invalid('limit') }),
      z.lte(limits.toolPageMax, { error: messages.fields.invalid('limit') }),
    ),
)
const dateField = z.nullish(dayField(messages.fields.dateInvalid))
const teamIdField = z.nullish(bodyId(messages.teams.unknown))

export const myDayInput = z.strictObject({ date: dateField }, noOtherArguments)

export const myReportsInput = z.strictObject({ date: dateField, page, limit }, noOtherArguments)

export const teamDayInput = z.strictObject(
  {
    date: z.nullish(plannedDayField(messages.fields.dateInvalid)),
    teamId: teamIdField,
    projectId: z.nullish(bodyId(messages.fields.invalid('projectId'))),
    page,
    limit,
  },
  noOtherArguments,
)

export const blockersInput = z.strictObject(
  {
    state: z.nullish(z.enum(blockerStates, { error: messages.blockers.stateInvalid })),
    userId: z.nullish(bodyId(messages.fields.invalid('userId'))),
    teamId: teamIdField,
    projectId: z.nullish(bodyId(messages.fields.invalid('projectId'))),
    page,
    limit,
  },
  noOtherArguments,
)

export const searchInput = z.strictObject(
  {
    q: searchQuery.shape.q,
    type: z.nullish(searchQuery.shape.type),
    teamId: teamIdField,
    page,
    limit,
  },
  noOtherArguments,
)
