import * as z from 'zod/mini'
import { dayStates } from '../day-state.ts'

export const teamDay = {
  date: z.string(),
  state: z.enum(dayStates),
  report_id: z.nullable(z.number()),
  /** hour.minutes; null without a report. */
  hours: z.nullable(z.number()),
  /** Filled whatever the state, as is `holiday`. */
  absence_id: z.nullable(z.number()),
}

/** One's own day. */
export const calendarDayReply = z.object({ ...teamDay, holiday: z.nullable(z.string()) })
export type CalendarDay = z.infer<typeof calendarDayReply>

export const calendarReply = z.object({
  month: z.string(),
  /** In the user's zone. */
  today: z.string(),
  days: z.array(calendarDayReply),
})
export type Calendar = z.infer<typeof calendarReply>
