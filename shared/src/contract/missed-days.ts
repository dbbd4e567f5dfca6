import * as z from 'zod/mini'

/** Days without a report that can still be written, and reminders by reviewers of days that are still owed. */
export const missedDaysReply = z.object({
  days: z.array(z.string()),
  reminders: z.array(z.object({ date: z.string(), name: z.string(), created_at: z.string() })),
})
export type MissedDays = z.infer<typeof missedDaysReply>
