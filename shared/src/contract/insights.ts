import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { isPeriod, periodQuery, queryId, teamIdQuery } from './fields.ts'
import { added } from './replies.ts'

export const insightUnits = ['day', 'week', 'month'] as const
export type InsightUnit = (typeof insightUnits)[number]
export const insightGroups = ['project', 'person', 'role'] as const
export type InsightGroup = (typeof insightGroups)[number]

/** Both days count. */
export const insightHoursQuery = z
  .object({
    ...periodQuery,
    unit: z._default(z.enum(insightUnits, { error: messages.insights.unitUnknown }), 'week'),
    by: z._default(z.enum(insightGroups, { error: messages.insights.groupUnknown }), 'project'),
    projectId: queryId('projectId'),
    userId: queryId('userId'),
    teamId: teamIdQuery,
  })
  .check(isPeriod(limits.insightDaysMax))
export type InsightHoursQuery = z.output<typeof insightHoursQuery>

/** By role, the id is the role. `minutes` has a number for each bucket. */
export const insightSeriesReply = z.object({
  id: z.union([z.number(), z.string()]),
  name: z.string(),
  minutes: z.array(z.number()),
})
export type InsightSeries = z.infer<typeof insightSeriesReply>

export const insightHoursReply = z.object({
  /** The first day of each unit, as a calendar counts them: a week begins on its Monday, which can be before `from`. */
  buckets: z.array(z.string()),
  /** The largest total first, without those that have no time in the period. */
  series: z.array(insightSeriesReply),
  total_minutes: z.number(),
  /** The total of as many days before `from`; of whole calendar months, of as many months. */
  previous_minutes: added(z.number(), 0),
  /** Whether only the people whom a limited manager sees are counted. */
  of_your_teams: added(z.boolean(), false),
})
export type InsightHours = z.infer<typeof insightHoursReply>

export const insightReportingQuery = z
  .object({ ...periodQuery, teamId: teamIdQuery })
  .check(isPeriod(limits.insightDaysMax))
export type InsightReportingQuery = z.output<typeof insightReportingQuery>

/** `expected` counts submitted, late, missing and due, as everywhere. `submitted` and `late` are disjoint. */
export const insightReportingReply = z.object({
  days: z.array(
    z.object({ date: z.string(), expected: z.number(), submitted: z.number(), late: z.number() }),
  ),
  of_your_teams: added(z.boolean(), false),
})
export type InsightReporting = z.infer<typeof insightReportingReply>
