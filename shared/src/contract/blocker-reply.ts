import * as z from 'zod/mini'
import { paginationReply } from './pagination.ts'

// Apart from the inputs and their sentences: the form of a report needs only these.

export const blockerReply = z.object({
  id: z.number(),
  text: z.string(),
  /** The report that opened it. */
  report_id: z.number(),
  user_id: z.number(),
  user_name: z.string(),
  project_id: z.nullable(z.number()),
  project_name: z.nullable(z.string()),
  opened_on: z.string(),
  /** Calendar days in the organization's zone: 0 on the first; of a resolved one, until it was resolved. */
  days_open: z.number(),
  owner_id: z.nullable(z.number()),
  owner_name: z.nullable(z.string()),
  resolved_at: z.nullable(z.string()),
  resolved_by_name: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** In a list: its text is cut, ending in "…". */
  is_shortened: z.boolean(),
})
export type Blocker = z.infer<typeof blockerReply>

export const blockerPageReply = z.object({ data: z.array(blockerReply), pagination: paginationReply })
export type BlockerPage = z.infer<typeof blockerPageReply>
