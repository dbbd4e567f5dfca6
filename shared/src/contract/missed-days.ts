import * as z from 'zod/mini'
import { added } from './replies.ts'

/** Earlier days for which the form opens, and reminders by reviewers of days that are still owed. */
export const missedDaysReply = z.object({
  /** Missing days inside the edit window, and days with a draft (`offeredDays`). */
  days: z.array(z.string()),
  /** Those of them with a draft. */
  drafts: added(z.array(z.string()), []),
  reminders: z.array(z.object({ date: z.string(), name: z.string(), created_at: z.string() })),
})
export type MissedDays = z.infer<typeof missedDaysReply>
