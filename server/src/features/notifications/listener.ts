import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { NotificationKind } from '#shared/contract/notifications.ts'
import type { Actor } from '#shared/permissions.ts'
import { roles } from '#shared/roles.ts'
import type { Context } from '../../context.ts'
import type { Trx } from '../../db/schema.ts'
import type { Event, Listener } from '../../events/event.ts'
import type { Draft } from './kinds.ts'
import { kinds, owedKeys, requestKey } from './kinds.ts'
import { mailDueAt, rescheduleMailsOfOrganization, rescheduleMailsOfUser } from './mail-due.service.ts'
import { removeMailSubjects, removeMailsTo } from './notification-mail.job.ts'
import { batchSize } from './notification-mail.queries.ts'
import {
  convertMailedRequestsToReadComments,
  convertRequestsToComments,
  deleteAllOfUser,
  deleteByIds,
  deleteUnread,
  findKinds,
  findRecipients,
  insertForRoles,
  insertNotifications,
  markReadByKey,
  markReadBySubject,
  type NewNotification,
  restoreRequest,
} from './notifications.queries.ts'

/** Writes the notifications of an event and withdraws those that it makes outdated, in the transaction of the event. */
export const notificationsListener: Listener = async (ctx, trx, event, { id }) => {
  await withdrawOutdated(ctx, trx, event)
  await notify(ctx, trx, event, id)
}

/** A notification that is not stored yet, with its recipient. */
type Pending = { userId: number; kind: NotificationKind; draft: Draft<unknown> }

async function notify(ctx: Context, trx: Trx, event: Event, actorId: number | null): Promise<void> {
  const pending = getPending(event, actorId)
  const [only, ...others] = pending
  if (!only) return
  const created_at = ctx.clock.now().toISOString()
  // Most events concern one user. Without mail, the insert itself checks the account, which saves a query.
  if (others.length === 0 && !ctx.config.mail) return notifyOne(trx, only, created_at)
  const recipients = await findRecipients(trx, [...new Set(pending.map(({ userId }) => userId))])
  const byId = new Map(recipients.map(recipient => [recipient.id, recipient]))
  const allowed = pending.flatMap(each => {
    const user = byId.get(each.userId)
    return user && mayRead(user, each) ? [{ ...each, user }] : []
  })
  const mailed = allowed.filter(({ kind, draft }) => kinds[kind].button(draft.data) !== null)
  const dueAt = await mailDueAt(ctx, trx, mailed)
  const mailAt = new Map(mailed.map((each, index) => [each, dueAt[index] ?? null]))
  await insertNotifications(
    trx,
    allowed.map(each => ({ ...toRow(each, created_at), mail_due_at: mailAt.get(each) ?? null })),
  )
}

async function notifyOne(trx: Trx, pending: Pending, created_at: string): Promise<void> {
  const readers = roles.filter(role => mayRead({ id: pending.userId, role }, pending))
  if (readers.length > 0) await insertForRoles(trx, toRow(pending, created_at), readers)
}

const mayRead = (user: Actor, { kind, draft }: Pending) => kinds[kind].mayRead(user, draft.data)

const toRow = ({ userId, kind, draft }: Pending, created_at: string): NewNotification => ({
  user_id: userId,
  kind,
  key: draft.key ?? null,
  subject: draft.subject,
  actor_id: draft.actorId,
  person_id: kinds[kind].person?.(draft.data) ?? null,
  comment_id: draft.commentId ?? null,
  data: JSON.stringify(draft.data),
  created_at,
  mail_due_at: null,
})

/** A user gets one notification about each subject, of the first kind that applies, and none for their own actions. */
function getPending(event: Event, actorId: number | null): Pending[] {
  const pending = new Map<string, Pending>()
  for (const kind of Object.keys(kinds) as NotificationKind[]) {
    for (const draft of kinds[kind].drafts(event, actorId)) {
      for (const userId of draft.recipients) {
        const key = `${userId} ${draft.subject}`
        if (userId === null || userId === draft.actorId || pending.has(key)) continue
        pending.set(key, { userId, kind, draft })
      }
    }
  }
  return [...pending.values()]
}

/** Deletes unread notifications that an event makes outdated, and marks those that it answers as read. */
async function withdrawOutdated(ctx: Context, trx: Trx, event: Event): Promise<void> {
  const now = () => ctx.clock.now().toISOString()
  const withdraw = (
    withdrawn: readonly NotificationKind[],
    userIds: readonly (number | null)[],
    subjects: readonly string[],
  ) => {
    const ids = userIds.filter(id => id !== null)
    return ids.length === 0 ? undefined : deleteUnread(trx, { kinds: withdrawn, userIds: ids, subjects })
  }
  switch (event.kind) {
    case 'review.takenBack': {
      const authors = event.reports.map(({ user_id }) => user_id)
      const subjects = event.reports.map(({ id }) => `report:${id}`)
      if (event.state === 'unreviewed') await convertRequestsToComments(trx, authors, subjects)
      if (event.state === 'reviewed') await convertMailedRequestsToReadComments(trx, authors, subjects, now())
      return withdraw(['review'], authors, subjects)
    }
    case 'review.asked':
      return void (await restoreRequest(trx, event.report.user_id, requestKey(event.commentId)))
    case 'task.assigned':
      return withdraw(['task_assigned'], [event.before], [`task:${event.task.id}`])
    case 'task.completed': {
      const { id, assigned_to } = event.task
      return void (await markReadBySubject(trx, assigned_to, 'task_assigned', `task:${id}`, now()))
    }
    case 'task.reopened':
      return withdraw(['task_completed'], [event.task.assigned_by], [`task:${event.task.id}`])
    case 'task.deleted':
      return withdraw(
        ['task_assigned', 'task_completed'],
        [event.task.assigned_to, event.task.assigned_by],
        [`task:${event.task.id}`],
      )
    case 'blocker.assigned':
      return withdraw(['blocker_assigned'], [event.before], [`blocker:${event.blocker.id}`])
    case 'blocker.resolved': {
      const { id, owner_id } = event.blocker
      if (owner_id === null) return
      return void (await markReadBySubject(trx, owner_id, 'blocker_assigned', `blocker:${id}`, now()))
    }
    case 'blocker.reopened':
      return withdraw(
        ['blocker_resolved'],
        [event.blocker.user_id, event.blocker.owner_id],
        [`blocker:${event.blocker.id}`],
      )
    case 'report.sent': {
      const { user_id, date } = event.report
      return void (await markReadByKey(trx, user_id, owedKeys(date), now()))
    }
    case 'report.edited': {
      const { id, user_id } = event.report
      return void (await markReadBySubject(trx, user_id, 'review', `report:${id}`, now()))
    }
    case 'token.deleted':
      return withdraw(['token_expires'], [event.userId], [`token:${event.tokenId}`])
    case 'user.changedRole':
      return withdrawUnreadable(trx, event.user)
    case 'user.changedTimes': {
      const [user] = await findRecipients(trx, [event.userId])
      return user && rescheduleMailsOfUser(ctx, trx, user)
    }
    case 'organization.changedTimes':
      return rescheduleMailsOfOrganization(ctx, trx)
    case 'user.erased':
      await deleteAllOfUser(trx, event.userId)
      await removeMailSubjects(trx)
      return removeMailsTo(trx, event.userId)
  }
}

/** Deletes notifications that the user may no longer read. Inboxes can be long, so other requests run between the pages. */
async function withdrawUnreadable(trx: Trx, user: Actor): Promise<void> {
  for (let page = await findKinds(trx, user.id); ; ) {
    const lost = page.filter(({ kind, data }) => !kinds[kind].mayRead(user, JSON.parse(data)))
    if (lost.length > 0)
      await deleteByIds(
        trx,
        lost.map(({ id }) => id),
      )
    const last = page.at(-1)
    if (!last || page.length < batchSize) return
    await yieldToEventLoop()
    page = await findKinds(trx, user.id, last)
  }
}
