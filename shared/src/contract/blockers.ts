import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { bodyId, optionalText, pageQuery, queryId, teamIdQuery } from './fields.ts'
import { paginationReply } from './replies.ts'

export const blockerReply = z.object({
  id: z.number(),
  text: z.string(),
  /** The report that named it first. */
  report_id: z.number(),
  user_id: z.number(),
  user_name: z.string(),
  project_id: z.nullable(z.number()),
  project_name: z.nullable(z.string()),
  opened_on: z.string(),
  /** Calendar days in the organization's zone until today, or until it was resolved. It is 0 on the first day. */
  days_open: z.number(),
  owner_id: z.nullable(z.number()),
  owner_name: z.nullable(z.string()),
  resolved_at: z.nullable(z.string()),
  resolved_by_name: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Whether the text is cut, as lists do. A cut text ends in "…". */
  is_shortened: z.boolean(),
})
export type Blocker = z.infer<typeof blockerReply>

export const blockerPageReply = z.object({ data: z.array(blockerReply), pagination: paginationReply })
export type BlockerPage = z.infer<typeof blockerPageReply>

export const blockerStates = ['open', 'resolved'] as const
export type BlockerState = (typeof blockerStates)[number]

/** Open blockers come oldest first, resolved ones the latest first. Staff see those that they wrote or own. */
export const blockersQuery = z.object({
  ...pageQuery(),
  state: z._default(z.enum(blockerStates, { error: messages.blockers.stateInvalid }), 'open'),
  userId: queryId('userId'),
  teamId: teamIdQuery,
  projectId: queryId('projectId'),
})
export type BlockersQuery = z.output<typeof blockersQuery>

export const blockerEditInput = z.object({
  owner_id: z.nullable(bodyId(messages.blockers.ownerMissing)),
})
export type BlockerEditInput = z.output<typeof blockerEditInput>

export const resolveInput = z.object({ note: optionalText('Note', limits.blockerNoteMax) })
export type ResolveInput = z.output<typeof resolveInput>

/** What people write when they have no blockers. */
const noBlockerAnswers = new Set([
  '',
  'none',
  'no',
  'nope',
  'nothing',
  'n/a',
  'na',
  'nil',
  'no blockers',
  'no blocker',
  'none today',
  'nothing today',
])

/** Longer than any of these answers, so that the patterns below never run on long texts. */
const longest = 20

/** Whether a report has blockers. Answers such as "None.", "n/a" and "-" mean that it doesn't. */
export function hasBlockers(text: string | null): boolean {
  const answer = (text ?? '').trim().toLowerCase()
  if (answer.length > longest) return true
  return !noBlockerAnswers.has(answer.replace(/[\s.!]+$/, '')) && !/^[-–—/\s]+[.!]?$/.test(answer)
}
