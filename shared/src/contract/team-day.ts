import * as z from 'zod/mini'
import { dayStates } from '../day-state.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { roles } from '../roles.ts'
import { absenceKindField } from './absences.ts'
import {
  bodyId,
  flagQuery,
  pageQuery,
  plannedDayField,
  queryId,
  queryIds,
  roleQuery,
  teamIdQuery,
} from './fields.ts'
import { added, paginationReply } from './replies.ts'
import { listedReportReply } from './reports.ts'

export const person = z.object({ id: z.number(), name: z.string(), role: z.enum(roles) })
export type TeamPerson = z.infer<typeof person>

/** The number of users in each state on a day. */
export const dayCounts = {
  /** submitted + late + missing + due */
  expected: z.number(),
  submitted: z.number(),
  late: z.number(),
  missing: z.number(),
  due: z.number(),
  off: z.number(),
  /** Unreviewed reports of that date, without those of the signed-in user. */
  to_review: z.number(),
}

/** What the dashboard shows a reviewer. */
export const teamOverviewReply = z.object({
  /** The day that Today opens with. */
  date: z.string(),
  to_review: z.number(),
  earlier_to_review: z.number(),
  /** The user's own unreviewed reports of earlier dates, which the list of all unreviewed reports contains too. */
  earlier_own: added(z.number(), 0),
  /** In the organization's zone. */
  today: z.string(),
  /** The same as `to_review`, for `today`. */
  today_to_review: added(z.number(), 0),
  /** Users who owe a report for today: how many, and the first eight by name. */
  owing: z.object({ total: z.number(), people: z.array(person) }),
})
export type TeamOverview = z.infer<typeof teamOverviewReply>

export const teamDayReply = z.object({
  date: z.string(),
  /** In the organization's zone. */
  today: z.string(),
  holiday: z.nullable(z.string()),
  /** Users that the filter selects and who are expected to report on their working days, whatever this day is. */
  reporters: added(z.number(), 1),
  counts: z.object(dayCounts),
  /** Reports of that date that a reviewer asked to change, without those of the signed-in user. */
  needs_changes: added(z.number(), 0),
  /** Unreviewed reports of earlier dates, without those of the signed-in user. */
  earlier_to_review: z.number(),
  /** The user's own unreviewed reports of earlier dates, which the list of all unreviewed reports contains too. */
  earlier_own: added(z.number(), 0),
  /** In this order: to review, needs changes, reviewed (the user's own last), missing, due, off. Each group is sorted by name. */
  data: z.array(
    z.object({
      user: person,
      state: z.enum(dayStates),
      absence_kind: z.nullable(absenceKindField),
      /** Whether the user has been reminded of this date. */
      is_reminded: z.boolean(),
      report: z.nullable(listedReportReply),
    }),
  ),
  /** All users of the list in its order, if the query asked for them. */
  user_ids: added(z.array(z.number()), []),
  pagination: paginationReply,
})
export type TeamDay = z.infer<typeof teamDayReply>
export type TeamDayEntry = TeamDay['data'][number]

/**
 * Without `date`, it is the organization's today, or before its summary time the last working day. `projectId` selects
 * people who are assigned to the project. A client that reads a long list asks for `includeUserIds` first and then for the
 * entries of some `userIds` at a time: pages by number shift when a report is reviewed in between.
 */
export const teamDayQuery = z.object({
  ...pageQuery(limits.pageSizeMax, limits.teamPageMax),
  date: z.optional(plannedDayField(messages.fields.dateInvalid)),
  role: roleQuery,
  projectId: queryId('projectId'),
  teamId: teamIdQuery,
  includeUserIds: flagQuery,
  userIds: queryIds('userIds', { max: limits.pageSizeMax, tooMany: messages.teamDay.tooManyUsers }),
})
export type TeamDayQuery = z.output<typeof teamDayQuery>

export const teamOverviewQuery = z.object({ teamId: teamIdQuery })
export type TeamOverviewQuery = z.output<typeof teamOverviewQuery>

export const nudgeInput = z.object({
  user_id: bodyId(messages.fields.invalid('user_id')),
  date: plannedDayField(messages.fields.dateRequired),
})
export type NudgeInput = z.output<typeof nudgeInput>
