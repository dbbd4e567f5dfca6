import * as z from 'zod/mini'
import { dayQuery } from './fields.ts'
import { added } from './replies.ts'

/** Without `date`, it is today in the user's zone. */
export const suggestionsQuery = z.object({ date: dayQuery })

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

/** What the author did elsewhere: the commits of a branch, a request, an issue, or what a program says. */
export const suggestedActivityReply = z.object({
  title: z.string(),
  link: z.nullable(z.string()),
  project_id: z.nullable(z.number()),
  project_name: z.nullable(z.string()),
})
export type SuggestedActivity = z.infer<typeof suggestedActivityReply>

/**
 * Suggestions for a report of a day. They can name any live project, also one that the author isn't assigned to. The form
 * offers such a project only for its own row.
 */
export const suggestionsReply = z.object({
  /** The plan of the author's last report before the day, or null. Each line fits into the description of a row. */
  plan: z.nullable(z.object({ report_id: z.number(), date: z.string(), lines: z.array(z.string()) })),
  /** The author's tasks that aren't completed, those in progress first. */
  tasks: z.array(suggestedTaskReply),
  /** What the author wrote most often, without what is in `plan` or `tasks`. */
  recent: z.array(suggestedRowReply),
  /** What the author did elsewhere on this day, the latest first. */
  activity: added(z.array(suggestedActivityReply), []),
  /** The author's open blockers. */
  blockers: z.array(z.object({ id: z.number(), text: z.string(), opened_on: z.string() })),
})
export type Suggestions = z.infer<typeof suggestionsReply>
