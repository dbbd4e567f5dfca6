import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { dayQuery, pageQuery, queryId } from './fields.ts'
import { paginationReply } from './replies.ts'

/** What the record has. A kind is never renamed, because its rows are never changed. */
export const recordKinds = [
  'sign_in.succeeded',
  'sign_in.refused',
  'sign_in.ended',
  'password.changed',
  'second_step.added',
  'second_step.removed',
  'identity.linked',
  'identity.unlinked',
  'token.created',
  'token.deleted',
  'calendar.created',
  'calendar.deleted',
  'invitation.created',
  'invitation.accepted',
  'user.created',
  'user.changed',
  'user.role_changed',
  'user.deleted',
  'user.erased',
  'team.created',
  'team.changed',
  'team.deleted',
  'settings.changed',
  'holiday.added',
  'holiday.deleted',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'source.created',
  'source.changed',
  'source.deleted',
  'export.made',
  'report.edited_after_review',
  'file.deleted',
  'file.restored',
  'url.deleted',
  'url.restored',
  'project.deleted',
  'backup.made',
  'backup.restored',
  'command.run',
  'record.dropped',
] as const
export type RecordKind = (typeof recordKinds)[number]

export const recordVias = ['session', 'token', 'sso', 'command', 'job'] as const
export type RecordVia = (typeof recordVias)[number]

export const recordTargets = [
  'user',
  'team',
  'report',
  'project',
  'file',
  'url',
  'holiday',
  'webhook',
  'source',
] as const
export type RecordTarget = (typeof recordTargets)[number]

const filters = {
  from: dayQuery,
  to: dayQuery,
  actorId: queryId('actorId'),
  kind: z.optional(z.enum(recordKinds, { error: messages.record.kindUnknown })),
  userId: queryId('userId'),
}
type Period = { from?: string | undefined; to?: string | undefined }
const isForward = z.refine<Period>(({ from, to }) => from === undefined || to === undefined || from <= to, {
  error: messages.fields.endBeforeStart,
  path: ['to'],
})

export const recordQuery = z
  .object({ ...filters, ...pageQuery(limits.pageSizeMax, limits.recordPage) })
  .check(isForward)
export type RecordQuery = z.output<typeof recordQuery>

export const recordFormats = ['csv', 'jsonl'] as const
export const recordExportQuery = z
  .object({ ...filters, format: z.enum(recordFormats, { error: messages.record.formatUnknown }) })
  .check(isForward)
export type RecordExportQuery = z.output<typeof recordExportQuery>

/** The page of the user's own sign-ins and what their tokens did. */
export const ownRecordQuery = z.object(pageQuery(limits.pageSizeMax, limits.ownRecordPage))
export type OwnRecordQuery = z.output<typeof ownRecordQuery>

const small = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const recordEntryReply = z.object({
  id: z.number(),
  at: z.string(),
  kind: z.enum(recordKinds),
  /** Null if no user acted. */
  actor: z.nullable(z.object({ id: z.number(), name: z.string() })),
  /** The name is null if the thing is gone or has none. */
  target: z.nullable(z.object({ type: z.enum(recordTargets), id: z.number(), name: z.nullable(z.string()) })),
  address: z.nullable(z.string()),
  via: z.enum(recordVias),
  /** Ids, numbers and choices, which differ by kind. */
  details: z.record(z.string(), z.union([small, z.array(small)])),
})
export type RecordEntry = z.infer<typeof recordEntryReply>

/** The newest first. `total` stops at `limits.recordCountMax`. */
export const recordPageReply = z.object({ data: z.array(recordEntryReply), pagination: paginationReply })
export type RecordPage = z.infer<typeof recordPageReply>
