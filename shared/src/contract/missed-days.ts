import * as z from 'zod/mini'

/** Days without a report that can still be written. */
export const missedDaysReply = z.object({ days: z.array(z.string()) })
export type MissedDays = z.infer<typeof missedDaysReply>
