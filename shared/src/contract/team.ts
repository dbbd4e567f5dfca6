import * as z from 'zod/mini'
import { dayStates } from '../day-state.ts'
import { dayLimits } from '../limits.ts'
import { messages } from '../messages.ts'
import { roles } from '../roles.ts'
import { absenceKindField } from './absences.ts'
import { plannedDayField } from './day-inputs.ts'
import { bodyId, pageQuery, queryId } from './fields.ts'
import { paginationReply } from './pagination.ts'
import { listedReportReply } from './reports.ts'

/**
 * Without a date: the organization's today, before its summary time the last working day. `projectId`: people who are
 * assigned to the project.
 */
export const teamDayQuery = z.object({
  ...pageQuery(dayLimits.teamPageMax, dayLimits.teamPageMax),
  date: z.optional(plannedDayField(messages.report.dateInvalid)),
  role: z.optional(z.enum(roles, { error: messages.field.invalid('role') })),
  projectId: queryId('projectId'),
})
export type TeamDayQuery = z.output<typeof teamDayQuery>

const person = z.object({ id: z.number(), name: z.string(), role: z.enum(roles) })
export type TeamPerson = z.infer<typeof person>

export const teamDayReply = z.object({
  date: z.string(),
  /** In the organization's zone. */
  today: z.string(),
  holiday: z.nullable(z.string()),
  counts: z.object({
    /** submitted + late + missing + due */
    expected: z.number(),
    submitted: z.number(),
    late: z.number(),
    missing: z.number(),
    due: z.number(),
    off: z.number(),
    /** Unreviewed reports of that date, without one's own. */
    to_review: z.number(),
  }),
  /** Unreviewed reports of earlier dates, without one's own. */
  earlier_to_review: z.number(),
  /** To review, needs changes, reviewed (one's own last), missing, due, off; by name among themselves. */
  data: z.array(
    z.object({
      user: person,
      state: z.enum(dayStates),
      absence_kind: z.nullable(absenceKindField),
      /** Has been reminded of this date. */
      is_reminded: z.boolean(),
      report: z.nullable(listedReportReply),
    }),
  ),
  pagination: paginationReply,
})
export type TeamDay = z.infer<typeof teamDayReply>
export type TeamDayEntry = TeamDay['data'][number]

/** What waits for a reviewer, for the dashboard. */
export const teamOverviewReply = z.object({
  /** The day that Today opens with. */
  date: z.string(),
  to_review: z.number(),
  earlier_to_review: z.number(),
  /** In the organization's zone. */
  today: z.string(),
  /** Users who owe a report for today: how many, and the first eight by name. */
  owing: z.object({ total: z.number(), people: z.array(person) }),
})
export type TeamOverview = z.infer<typeof teamOverviewReply>

export const nudgeInput = z.object({
  user_id: bodyId(messages.field.invalid('user_id')),
  date: plannedDayField(messages.report.dateRequired),
})
export type NudgeInput = z.output<typeof nudgeInput>
