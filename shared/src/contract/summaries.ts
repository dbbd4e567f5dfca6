import * as z from 'zod/mini'
import { messages } from '../messages.ts'
import { plannedDayField, teamIdQuery } from './fields.ts'
import { reviewStates } from './reviews.ts'
import { dayCounts, person } from './team-day.ts'

export const summaryPath = z.object({ date: plannedDayField(messages.fields.dateInvalid) })
export const summaryQuery = z.object({ teamId: teamIdQuery })
export type SummaryQuery = z.output<typeof summaryQuery>

/** The hours of a day or a week. `minutes_before` is for the same days one week earlier. */
export const projectMinutesReply = z.object({
  id: z.number(),
  name: z.string(),
  minutes: z.number(),
  minutes_before: z.number(),
})

export const summaryHoursReply = z.object({
  /** The total of all projects. */
  minutes: z.number(),
  minutes_before: z.number(),
  /** Sorted by hours, the most first. */
  projects: z.array(projectMinutesReply),
})
export type SummaryHours = z.infer<typeof summaryHoursReply>

/** Blockers that are still open and were opened on the date or before, the oldest first. */
export const summaryBlockersReply = z.object({
  total: z.number(),
  data: z.array(
    z.object({
      id: z.number(),
      /** Cut if it is long. */
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
  /** The days on which reports were expected or sent. */
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

/** A day of the team for its reviewers, as its page and its mail show it. Long lists are cut; counts include everything. */
export const summaryReply = z.object({
  date: z.string(),
  /** In the organization's zone. */
  today: z.string(),
  /** The organization's working days before and after the date. `next` is null if it would be after today. */
  previous: z.nullable(z.string()),
  next: z.nullable(z.string()),
  holiday: z.nullable(z.string()),
  counts: z.object({
    ...dayCounts,
    /** Unreviewed reports of earlier dates, without those of the signed-in user. */
    earlier_to_review: z.number(),
  }),
  /** All lists of people are sorted by name. */
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
  /** Only on the last working day of a week. */
  week: z.nullable(summaryWeekReply),
})
export type Summary = z.infer<typeof summaryReply>
