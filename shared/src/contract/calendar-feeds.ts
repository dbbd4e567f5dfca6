import * as z from 'zod/mini'

/** Whether there is a calendar address. The address itself is only in the answer that makes it. */
export const calendarFeedReply = z.object({
  /** Null: there is none. */
  created_at: z.nullable(z.string()),
  /** A team's address ends when the person who made it no longer leads the team. */
  made_by: z.nullable(z.object({ id: z.number(), name: z.string() })),
})
export type CalendarFeed = z.infer<typeof calendarFeedReply>

/** The only answer that has the address. */
export const newCalendarFeedReply = z.extend(calendarFeedReply, { address: z.string() })
export type NewCalendarFeed = z.infer<typeof newCalendarFeedReply>
