import * as z from 'zod/mini'
import { notificationLimits } from '../limits.ts'
import { messages } from '../messages.ts'
import { bodyId, boundedList, flagQuery, pageQuery, searchField } from './fields.ts'

export * from './notification-kinds.ts'
export * from './notification-reply.ts'

export const notificationsQuery = z.object({
  ...pageQuery(undefined, notificationLimits.pageSize),
  /** Those that were read are left out, and not counted in `total`. */
  unread: flagQuery,
})
export type NotificationsQuery = z.output<typeof notificationsQuery>

const idsField = boundedList(bodyId(messages.field.invalid('ids')), {
  max: notificationLimits.readMax,
  tooMany: messages.field.invalid('ids'),
  invalid: messages.field.invalid('ids'),
})

/** Without ids: all. Those of other users, unknown ones and those read already are left out. */
export const readInput = z.object({ ids: z.nullish(idsField) })
export type ReadInput = z.output<typeof readInput>

/** Takes back that they were read. */
export const unreadInput = z.object({ ids: idsField })
export type UnreadInput = z.output<typeof unreadInput>

/** Whom a comment on a report can mention: its author and the reviewers, without the user who asks. */
export const readersQuery = z.object({
  ...pageQuery(undefined, notificationLimits.readersPage),
  search: searchField,
})
export type ReadersQuery = z.output<typeof readersQuery>
