import * as z from 'zod/mini'
import { messages } from '../messages.ts'
import { dayField } from './day-field.ts'

/** Without a date: the user's today. */
export const suggestionsQuery = z.object({ date: z.optional(dayField(messages.report.dateInvalid)) })

export const suggestedTaskReply = z.object({
  task_id: z.number(),
  title: z.string(),
  project_id: z.number(),
  project_name: z.string(),
  status: z.enum(['in_progress', 'pending']),
})
export type SuggestedTask = z.infer<typeof suggestedTaskReply>

export const suggestedRowReply = z.object({
  description: z.string(),
  project_id: z.number(),
  project_name: z.string(),
})
export type SuggestedRow = z.infer<typeof suggestedRowReply>

/**
 * What a report of this day may be about. Nothing of it is written into one unless its author chooses it. Its projects are
 * those a report can name: also one that the author is not assigned to, and that the form offers only with its row.
 */
export const suggestionsReply = z.object({
  /** Of the author's last report before the day; null without one. A line fits into the description of a row. */
  plan: z.nullable(z.object({ report_id: z.number(), date: z.string(), lines: z.array(z.string()) })),
  /** Theirs and not completed, those in progress first. */
  tasks: z.array(suggestedTaskReply),
  /** What they wrote most often, without what is in `plan` or `tasks`. */
  recent: z.array(suggestedRowReply),
  /** Theirs that are still open. */
  blockers: z.array(z.object({ id: z.number(), text: z.string(), opened_on: z.string() })),
})
export type Suggestions = z.infer<typeof suggestionsReply>
