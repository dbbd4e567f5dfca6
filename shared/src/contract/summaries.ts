import * as z from 'zod/mini'
import { reviewStates } from './report-review.ts'
import { dayCounts, person } from './team-overview.ts'

/** Of a day or a week; `minutes_before`: of the same days one week before. */
export const projectMinutesReply = z.object({
  id: z.number(),
  name: z.string(),
  minutes: z.number(),
  minutes_before: z.number(),
})

export const summaryHoursReply = z.object({
  /** Of all projects. */
  minutes: z.number(),
  minutes_before: z.number(),
  /** The most hours first. */
  projects: z.array(projectMinutesReply),
})
export type SummaryHours = z.infer<typeof summaryHoursReply>

/** Still open, opened on the date or before, the oldest first. */
export const summaryBlockersReply = z.object({
  total: z.number(),
  data: z.array(
    z.object({
      id: z.number(),
      /** The beginning of a long one. */
      text: z.string(),
      report_id: z.number(),
      user_name: z.string(),
      project_name: z.nullable(z.string()),
      owner_name: z.nullable(z.string()),
      opened_on: z.string(),
      days_open: z.number(),
    }),
  ),
})

/** From Monday to Sunday. */
export const summaryWeekReply = z.object({
  first: z.string(),
  last: z.string(),
  /** Days on which reports were expected or sent. */
  days: z.array(
    z.object({
      date: z.string(),
      expected: z.number(),
      submitted: z.number(),
      late: z.number(),
      minutes: z.number(),
    }),
  ),
  hours: summaryHoursReply,
})
export type SummaryWeek = z.infer<typeof summaryWeekReply>

/** A day of the team for its reviewers, as its page and its mail tell it. Long lists are cut; the counts are whole. */
export const summaryReply = z.object({
  date: z.string(),
  /** In the organization's zone. */
  today: z.string(),
  /** The organization's working days beside it; none after today. */
  previous: z.nullable(z.string()),
  next: z.nullable(z.string()),
  holiday: z.nullable(z.string()),
  counts: z.object({
    ...dayCounts,
    /** Unreviewed reports of earlier dates, without one's own. */
    earlier_to_review: z.number(),
  }),
  /** By name, as all people here. */
  reported: z.array(
    z.object({
      user: person,
      report_id: z.number(),
      is_late: z.boolean(),
      review_state: z.enum(reviewStates),
    }),
  ),
  missing: z.array(person),
  due: z.array(person),
  off: z.array(person),
  blockers: summaryBlockersReply,
  hours: summaryHoursReply,
  /** With the last working day of a week. */
  week: z.nullable(summaryWeekReply),
})
export type Summary = z.infer<typeof summaryReply>
