import * as z from 'zod/mini'
import { blockerLimits } from '../limits.ts'
import { blockerMessages } from '../messages/blockers.ts'
import { bodyId, optionalText, pageQuery, queryId } from './fields.ts'

export const blockerStates = ['open', 'resolved'] as const
export type BlockerState = (typeof blockerStates)[number]

export * from './blocker-reply.ts'

/** Open ones oldest first, resolved ones the last resolved first. Staff see those they wrote or own. */
export const blockersQuery = z.object({
  ...pageQuery(),
  state: z._default(z.enum(blockerStates, { error: blockerMessages.stateInvalid }), 'open'),
  userId: queryId('userId'),
  projectId: queryId('projectId'),
})
export type BlockersQuery = z.output<typeof blockersQuery>

export const blockerEditInput = z.object({
  owner_id: z.nullable(bodyId(blockerMessages.ownerMissing)),
})
export type BlockerEditInput = z.output<typeof blockerEditInput>

export const resolveInput = z.object({ note: optionalText('Note', blockerLimits.noteMax) })
export type ResolveInput = z.output<typeof resolveInput>
