import * as z from 'zod/mini'
import { blockerLimits } from '../limits.ts'
import { blockerMessages } from '../messages/review.ts'
import { bodyId, optionalText, pageQuery, queryId } from './fields.ts'
import { paginationReply } from './pagination.ts'

export const blockerStates = ['open', 'resolved'] as const
export type BlockerState = (typeof blockerStates)[number]

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

/** Open ones oldest first, resolved ones the last resolved first. Staff see those they wrote or own. */
export const blockersQuery = z.object({
  ...pageQuery(),
  state: z._default(z.enum(blockerStates, { error: blockerMessages.stateInvalid }), 'open'),
  userId: queryId('userId'),
  projectId: queryId('projectId'),
})
export type BlockersQuery = z.output<typeof blockersQuery>

export const blockerPageReply = z.object({ data: z.array(blockerReply), pagination: paginationReply })
export type BlockerPage = z.infer<typeof blockerPageReply>

export const blockerEditInput = z.object({
  owner_id: z.nullable(bodyId(blockerMessages.ownerMissing)),
})
export type BlockerEditInput = z.output<typeof blockerEditInput>

export const resolveInput = z.object({ note: optionalText('Note', blockerLimits.noteMax) })
export type ResolveInput = z.output<typeof resolveInput>
