import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { NotificationKind } from '#shared/contract/notification-kinds.ts'
import type { Actor } from '#shared/permissions.ts'
import { roles } from '#shared/roles.ts'
import type { Context } from '../../context.ts'
import type { Trx } from '../../db/schema.ts'
import type { Event, Listener } from '../../events/event.ts'
import type { Told } from './kind.ts'
import { kinds, owedKeys, requestKey } from './kinds.ts'
import { isDaily, mailDueAt, rescheduleDailyMails, rescheduleMails } from './mail-due.service.ts'
import { forgetMailSubjects, removeMailsTo } from './notification-mail.job.ts'
import { rowsAtOnce } from './notification-mail.queries.ts'
import {
  deleteAllOf,
  deleteByIds,
  deleteUnread,
  findKinds,
  findRecipients,
  insertForRoles,
  insertNotifications,
  keepAsComments,
  keepMailedRequests,
  markReadByKey,
  markReadBySubject,
  type NewNotification,
  restoreRequest,
} from './notifications.queries.ts'

/** Writes what users are told of an event, and takes back what it makes untrue, in the transaction of the event. */
export const notificationsListener: Listener = async (ctx, trx, event) => {
  await settle(ctx, trx, event)
  await tell(ctx, trx, event)
}

type Meant = { userId: number; kind: NotificationKind; told: Told<unknown> }

async function tell(ctx: Context, trx: Trx, event: Event): Promise<void> {
  const meant = meantBy(event)
  const [only, ...others] = meant
  if (!only) return
  const created_at = ctx.clock.now().toISOString()
  // Most events concern one user. Without mail the account is looked at by the statement that writes: one query less.
  if (others.length === 0 && !ctx.config.mail) return tellOne(trx, only, created_at)
  const recipients = await findRecipients(trx, [...new Set(meant.map(({ userId }) => userId))])
  const byId = new Map(recipients.map(recipient => [recipient.id, recipient]))
  const told = meant.flatMap(each => {
    const user = byId.get(each.userId)
    return user && mayRead(user, each) ? [{ ...each, user }] : []
  })
  const mailed = told.filter(({ kind, told }) => kinds[kind].button(told.data) !== null)
  const dueAt = await mailDueAt(ctx, trx, mailed)
  const mailAt = new Map(mailed.map((each, index) => [each, dueAt[index] ?? null]))
  await insertNotifications(
    trx,
    told.map(each => ({ ...rowOf(each, created_at), mail_due_at: mailAt.get(each) ?? null })),
  )
}

async function tellOne(trx: Trx, meant: Meant, created_at: string): Promise<void> {
  const readers = roles.filter(role => mayRead({ id: meant.userId, role }, meant))
  if (readers.length > 0) await insertForRoles(trx, rowOf(meant, created_at), readers)
}

const mayRead = (user: Actor, { kind, told }: Meant) => kinds[kind].mayRead(user, told.data)

const rowOf = ({ userId, kind, told }: Meant, created_at: string): NewNotification => ({
  user_id: userId,
  kind,
  key: told.key ?? null,
  subject: told.subject,
  actor_id: told.actorId,
  comment_id: told.commentId ?? null,
  data: JSON.stringify(told.data),
  created_at,
  mail_due_at: null,
})

/** Whom an event concerns: each user once for each thing, by the first kind, and never for what they did themselves. */
function meantBy(event: Event): Meant[] {
  const meant = new Map<string, Meant>()
  for (const kind of Object.keys(kinds) as NotificationKind[]) {
    for (const told of kinds[kind].told(event)) {
      for (const userId of told.to) {
        const once = `${userId} ${told.subject}`
        if (userId === null || userId === told.actorId || meant.has(once)) continue
        meant.set(once, { userId, kind, told })
      }
    }
  }
  return [...meant.values()]
}

/** What an event makes untrue is withdrawn if it wasn't read yet; what it answers counts as read. */
async function settle(ctx: Context, trx: Trx, event: Event): Promise<void> {
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
      if (event.state === 'unreviewed') await keepAsComments(trx, authors, subjects)
      if (event.state === 'reviewed') await keepMailedRequests(trx, authors, subjects, now())
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
    case 'user.changedRole':
      return withdrawUnreadable(trx, event.user)
    case 'user.changedZone': {
      const [user] = await findRecipients(trx, [event.userId])
      return user && isDaily(user) ? rescheduleMails(ctx, trx, user.id, user) : undefined
    }
    case 'organization.changedTimes':
      return rescheduleDailyMails(ctx, trx)
    case 'user.erased':
      await deleteAllOf(trx, event.userId)
      await forgetMailSubjects(trx)
      return removeMailsTo(trx, event.userId)
  }
}

/** What the user may no longer read. Inboxes can be long, so other requests run between the pages. */
async function withdrawUnreadable(trx: Trx, user: Actor): Promise<void> {
  for (let page = await findKinds(trx, user.id); ; ) {
    const lost = page.filter(({ kind, data }) => !kinds[kind].mayRead(user, JSON.parse(data)))
    if (lost.length > 0)
      await deleteByIds(
        trx,
        lost.map(({ id }) => id),
      )
    const last = page.at(-1)
    if (!last || page.length < rowsAtOnce) return
    await yieldToEventLoop()
    page = await findKinds(trx, user.id, last)
  }
}
