import * as z from 'zod/mini'
import { taskDetailReply } from './reports.ts'

/** A version of a report. */
export const revisionReply = z.object({
  /** The first is 1. */
  number: z.number(),
  saved_at: z.string(),
  editor_name: z.string(),
  tasks: z.string(),
  blockers: z.nullable(z.string()),
  tomorrow_plan: z.nullable(z.string()),
  hours_worked: z.number(),
  task_details: z.array(taskDetailReply),
  /** Its texts are cut, because all versions together are longer than an answer may be. */
  is_shortened: z.boolean(),
})
export type Revision = z.infer<typeof revisionReply>

/** The newest 1,000, oldest first, the current one last. */
export const revisionsReply = z.object({ data: z.array(revisionReply) })
export type Revisions = z.infer<typeof revisionsReply>
