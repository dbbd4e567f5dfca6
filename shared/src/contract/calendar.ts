import * as z from 'zod/mini'
import { dayStates } from '../day-state.ts'
import { limits } from '../limits.ts'
import { roles } from '../roles.ts'
import { monthQuery, pageQuery, queryId, roleQuery, teamIdQuery, yearQuery } from './fields.ts'
import { added, paginationReply } from './replies.ts'

const calendarDay = {
  date: z.string(),
  state: z.enum(dayStates),
  report_id: z.nullable(z.number()),
  /** In hour.minutes. Null without a report. */
  hours: z.nullable(z.number()),
  /** Sent with every state, as `holiday` is. */
  absence_id: z.nullable(z.number()),
}

/** A day of the signed-in user. */
export const calendarDayReply = z.object({ ...calendarDay, holiday: z.nullable(z.string()) })
export type CalendarDay = z.infer<typeof calendarDayReply>

export const calendarReply = z.object({
  month: z.string(),
  /** In the user's zone. */
  today: z.string(),
  days: z.array(calendarDayReply),
})
export type Calendar = z.infer<typeof calendarReply>

/** Without `month`, it is the current one in the user's zone. */
export const calendarQuery = z.object({ month: monthQuery })

/** Without `year`, it is the current one in the user's zone. */
export const calendarYearQuery = z.object({ year: yearQuery })
export const calendarYearReply = z.object({
  year: z.string(),
  today: z.string(),
  days: z.array(calendarDayReply),
})
export type CalendarYear = z.infer<typeof calendarYearReply>

/** Without `month`, it is the organization's current one. `projectId` selects users who are assigned to the project. */
export const teamCalendarQuery = z.object({
  ...pageQuery(limits.teamPageMax, limits.teamPageMax),
  month: monthQuery,
  role: roleQuery,
  projectId: queryId('projectId'),
  teamId: teamIdQuery,
})
export type TeamCalendarQuery = z.output<typeof teamCalendarQuery>

export const teamCalendarReply = z.object({
  month: z.string(),
  /** In the organization's zone. */
  today: z.string(),
  holidays: z.array(z.object({ date: z.string(), name: z.string() })),
  data: z.array(
    z.object({
      user: z.object({
        id: z.number(),
        name: z.string(),
        role: z.enum(roles),
        /** Has no password yet, so no report is expected. */
        invited: added(z.boolean(), false),
      }),
      days: z.array(z.object(calendarDay)),
    }),
  ),
  pagination: paginationReply,
})
export type TeamCalendar = z.infer<typeof teamCalendarReply>
