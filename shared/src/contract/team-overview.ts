import * as z from 'zod/mini'
import { roles } from '../roles.ts'

export const person = z.object({ id: z.number(), name: z.string(), role: z.enum(roles) })

/** How a day of the team stands. */
export const dayCounts = {
  /** submitted + late + missing + due */
  expected: z.number(),
  submitted: z.number(),
  late: z.number(),
  missing: z.number(),
  due: z.number(),
  off: z.number(),
  /** Unreviewed reports of that date, without one's own. */
  to_review: z.number(),
}

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
