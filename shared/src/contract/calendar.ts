import * as z from 'zod/mini'
import { dayLimits } from '../limits.ts'
import { messages } from '../messages.ts'
import { roles } from '../roles.ts'
import { calendarDayReply, teamDay } from './calendar-reply.ts'
import { monthQuery, yearQuery } from './day-inputs.ts'
import { pageQuery, queryId } from './fields.ts'
import { paginationReply } from './pagination.ts'

// In a file of its own: the dashboard needs nothing else from here.
export { type Calendar, type CalendarDay, calendarDayReply, calendarReply } from './calendar-reply.ts'

/** Without a month: the current one in the user's zone. */
export const calendarQuery = z.object({ month: monthQuery })

/** Without a year: the current one in the user's zone. */
export const calendarYearQuery = z.object({ year: yearQuery })
export const calendarYearReply = z.object({
  year: z.string(),
  today: z.string(),
  days: z.array(calendarDayReply),
})
export type CalendarYear = z.infer<typeof calendarYearReply>

/** Without a month: the organization's current one. `projectId`: people who are assigned to the project. */
export const teamCalendarQuery = z.object({
  ...pageQuery(dayLimits.teamPageMax, dayLimits.teamPageMax),
  month: monthQuery,
  role: z.optional(z.enum(roles, { error: messages.field.invalid('role') })),
  projectId: queryId('projectId'),
})
export type TeamCalendarQuery = z.output<typeof teamCalendarQuery>

export const teamCalendarReply = z.object({
  month: z.string(),
  /** In the organization's zone. */
  today: z.string(),
  holidays: z.array(z.object({ date: z.string(), name: z.string() })),
  data: z.array(
    z.object({
      user: z.object({ id: z.number(), name: z.string(), role: z.enum(roles) }),
      days: z.array(z.object(teamDay)),
    }),
  ),
  pagination: paginationReply,
})
export type TeamCalendar = z.infer<typeof teamCalendarReply>

// In a file of its own: the form of a report needs nothing else from here.
export { type MissedDays, missedDaysReply } from './missed-days.ts'
