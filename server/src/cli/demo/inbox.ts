import { toInstant } from '#shared/dates.ts'
import { dayInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import {
  assignBlocker,
  listBlockers,
  reopenBlocker,
  resolveBlocker,
} from '../../features/blockers/blockers.service.ts'
import { workingDaysAround } from '../../features/calendar/days.service.ts'
import { addComment } from '../../features/comments/comments.service.ts'
import { getOrganization } from '../../features/settings/settings.service.ts'
import { announceToReviewers } from '../../features/summaries/summaries.job.ts'
import { listTasks, updateTaskStatus } from '../../features/tasks/tasks.service.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { after } from './days.ts'
import { inboxTalk, stuckOn } from './texts.ts'

type Member = SignedIn & { name: string }
type Named = (name: string) => Member

/** Notifications from before the last two days are read. */
const unreadDays = 2

/**
 * The last hour: a manager and a developer find six kinds of notifications each, and reviewers the summary of the last
 * working day.
 */
export async function fillInboxes(ctx: Context, named: Named): Promise<void> {
  const minutesAgo = (minutes: number) => after(ctx, ctx, -minutes)
  await readOlder(ctx)
  const [ada, max, priya, dina] = ['Ada', 'Max', 'Priya', 'Dina'].map(named) as [
    Member,
    Member,
    Member,
    Member,
  ]
  await announceDemoSummary(minutesAgo(58))
  await talkAbout(minutesAgo, await lastReportOf(minutesAgo(55), dina), { max, priya, dina })
  const open = await listBlockers(ctx, max, { state: 'open', page: 1, limit: 100 })
  const blockerOf = (name: string) => open.data.find(({ text }) => text === stuckOn[name])?.id ?? 0
  await assignBlocker(minutesAgo(26), ada, blockerOf('Dina'), { owner_id: max.id })
  await assignBlocker(minutesAgo(22), max, blockerOf('Lena'), { owner_id: dina.id })
  await completeTask(minutesAgo(18), max, named)
  await resolveOwned(minutesAgo, { ada, max })
}

/** Written directly, because the service would have to be called on each of the days. */
async function readOlder({ db, clock }: Context): Promise<void> {
  const since = toInstant(clock.now().getTime() - unreadDays * 24 * 3_600_000)
  await db
    .updateTable('notifications')
    .set(({ ref }) => ({ read_at: ref('created_at') }))
    .where('created_at', '<', since)
    .where('read_at', 'is', null)
    .execute()
}

/** The summary is always of the last working day. */
async function announceDemoSummary(ctx: Context): Promise<void> {
  const organization = await getOrganization(ctx, ctx.db)
  const now = ctx.clock.now()
  const today = dayInZone(now, organization.time_zone)
  const { previous: date } = await workingDaysAround(ctx.db, organization, today)
  const since = now.toISOString()
  if (date) await announceToReviewers(ctx, { organization, date, since, announced: `${date} ${since}` })
}

/** The user's latest report at this time, because a comment can't be older than its report. */
async function lastReportOf({ db, clock }: Context, { id }: SignedIn): Promise<number> {
  const report = await db
    .selectFrom('reports')
    .select('id')
    .where('user_id', '=', id)
    .where('created_at', '<', clock.now().toISOString())
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return report.id
}

/** Adds a question, an answer, a reply, and a comment that mentions two users. */
async function talkAbout(
  minutesAgo: (minutes: number) => Context,
  report: number,
  { max, priya, dina }: Record<'max' | 'priya' | 'dina', Member>,
): Promise<void> {
  const say = async (minutes: number, who: Member, comment: string, more: object = {}) =>
    (await addComment(minutesAgo(minutes), who, report, { comment, ...more })).at(-1)?.id
  const parent_id = await say(54, max, inboxTalk.question)
  const answer = await say(47, dina, inboxTalk.answer, { parent_id })
  await say(41, max, inboxTalk.reply, { parent_id: answer })
  await say(33, priya, `@${dina.name} @${max.name} ${inboxTalk.mention}`, { mentions: [dina.id, max.id] })
}

/** The last task that a manager assigned and that is still pending. */
async function completeTask(ctx: Context, manager: Member, named: Named): Promise<void> {
  const yuki = named('Yuki')
  const { data } = await listTasks(ctx, yuki, { page: 1, limit: 100 })
  const task = data.find(
    ({ status, assigner_name }) => status === 'pending' && assigner_name === manager.name,
  )
  if (!task) return
  await updateTaskStatus(ctx, yuki, task.id, {
    status: 'completed',
    actual_hours: 25,
    completion_note: inboxTalk.done,
  })
}

/** A blocker that the manager owned. */
async function resolveOwned(
  minutesAgo: (minutes: number) => Context,
  { ada, max }: Record<'ada' | 'max', Member>,
): Promise<void> {
  const { data } = await listBlockers(minutesAgo(0), max, { state: 'resolved', page: 1, limit: 1 })
  const [blocker] = data
  if (!blocker) return
  await reopenBlocker(minutesAgo(14), max, blocker.id)
  await assignBlocker(minutesAgo(12), max, blocker.id, { owner_id: max.id })
  await resolveBlocker(minutesAgo(9), ada, blocker.id, inboxTalk.resolved)
}
