import * as z from 'zod/mini'
import { dayLimits, limits } from '../limits.ts'
import { todayMessages } from '../messages/today.ts'
import { messages } from '../messages.ts'
import { roles } from '../roles.ts'
import { plannedDayField } from './day-inputs.ts'
import { bodyId, flagQuery, pageQuery, queryId, queryIds } from './fields.ts'

/**
 * Without a date: the organization's today, before its summary time the last working day. `projectId`: people who are
 * assigned to the project. A client that reads a long list asks for `includeUserIds` first and then for the entries of
 * some `userIds` at a time: pages by number shift when a report is reviewed in between.
 */
export const teamDayQuery = z.object({
  ...pageQuery(limits.pageSizeMax, dayLimits.teamPageMax),
  date: z.optional(plannedDayField(messages.report.dateInvalid)),
  role: z.optional(z.enum(roles, { error: messages.field.invalid('role') })),
  projectId: queryId('projectId'),
  includeUserIds: flagQuery,
  userIds: queryIds('userIds', { max: limits.pageSizeMax, tooMany: todayMessages.tooManyUsers }),
})
export type TeamDayQuery = z.output<typeof teamDayQuery>

export const nudgeInput = z.object({
  user_id: bodyId(messages.field.invalid('user_id')),
  date: plannedDayField(messages.report.dateRequired),
})
export type NudgeInput = z.output<typeof nudgeInput>

export const summaryPath = z.object({ date: plannedDayField(messages.report.dateInvalid) })
