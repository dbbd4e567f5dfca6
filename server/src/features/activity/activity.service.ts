import type { AccountInput } from '#shared/contract/account.ts'
import type { ActivityInput, ActivityKind, ActivityStored } from '#shared/contract/activity.ts'
import type { SuggestedActivity } from '#shared/contract/suggestions.ts'
import { addDays, toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { lineKey } from '#shared/plan-lines.ts'
import { dayInZoneAt, endOfDay } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Db, Trx } from '../../db/schema.ts'
import type { Listener } from '../../events/event.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuseInput } from '../../http/refusals.ts'
import { assertStillAllowed } from '../../identity/acting-user.ts'
import { createYielder } from '../../lib/yield-if-long.ts'
import { findLiveProjectNames } from '../projects/projects.service.ts'
import { effectiveTimeZone, getOrganization } from '../settings/settings.service.ts'
import {
  type ActivityRow,
  countActivity,
  deleteActivityOf,
  findActivity,
  findStoredKeys,
  findUsersWithActivity,
  findZone,
  insertActivity,
  isActivityOn,
  type NewActivity,
  setActivityOff,
} from './activity.queries.ts'
import { deleteNamesOf } from './activity-claims.queries.ts'
import { deleteListed, findListed, replaceListed } from './activity-claims.service.ts'
import { firstLine } from './git-events.ts'
import { hashOf } from './signatures.ts'

export { lockNames } from './activity-claims.service.ts'

const day = 24 * 3_600_000

export type Happening = {
  kind: ActivityKind
  /** Differs between all commits, requests and the like. */
  id: string
  title: string
  link: string | null
  happened_at: string | undefined
  branch: string | null
  project_id: number | null
}

/**
 * Stores what a user did, and returns how much of it is new. The caller has locked the user, so that concurrent calls
 * can't exceed the limit of a day. A time in the future is a wrong clock, so it becomes the present.
 */
export async function storeActivity(
  ctx: Context,
  trx: Trx,
  user: { id: number; time_zone: string | null },
  happenings: readonly Happening[],
): Promise<number> {
  const now = ctx.clock.now().getTime()
  const zone = effectiveTimeZone(user, await getOrganization(ctx, trx))
  const byKey = new Map<string, NewActivity>()
  const yieldIfLong = createYielder()
  for (const { kind, id, title, link, happened_at, branch, project_id } of happenings) {
    await yieldIfLong()
    const time = happened_at === undefined ? now : Math.min(Date.parse(happened_at), now)
    const activity_key = hashOf(`${kind} ${id}`)
    if (time < now - limits.activityDays * day || byKey.has(activity_key)) continue
    byKey.set(activity_key, {
      user_id: user.id,
      project_id,
      kind,
      title,
      link,
      happened_at: toInstant(time),
      activity_key,
      branch_key: branch === null ? null : hashOf(branch),
    })
  }
  const stored = await findStoredKeys(trx, user.id, [...byKey.keys()])
  const fresh = [...byKey.values()].filter(({ activity_key }) => !stored.has(activity_key))
  const added: NewActivity[] = []
  for (const [date, rows] of Map.groupBy(fresh, row => dayInZoneAt(row.happened_at, zone))) {
    const count = await countActivity(trx, user.id, spanOf(date, zone))
    added.push(...rows.slice(0, Math.max(0, limits.activityPerDay - count)))
  }
  await insertActivity(trx, added)
  return added.length
}

const spanOf = (date: string, zone: string) => ({
  from: endOfDay(addDays(date, -1), zone),
  until: endOfDay(date, zone),
})

/** Stores what a program says that its user did. */
export function addActivity(
  ctx: Context,
  actor: SignedIn,
  { items }: ActivityInput,
): Promise<ActivityStored> {
  return groupCommit(ctx.db, async trx => {
    await lockRow(trx, 'users', actor.id)
    await assertStillAllowed(trx, actor, 'signedIn')
    await requireProjects(trx, items)
    const [user] = await findUsersWithActivity(trx, [actor.id])
    const happenings = items.map(({ title, url, at, external_id, project_id = null }) => ({
      kind: 'item' as const,
      id: external_id,
      title: firstLine(title),
      link: url,
      happened_at: at,
      branch: null,
      project_id,
    }))
    const created = user ? await storeActivity(ctx, trx, user, happenings) : 0
    return { created, skipped: items.length - created }
  })
}

async function requireProjects(trx: Trx, items: ActivityInput['items']): Promise<void> {
  const ids = new Set(items.flatMap(({ project_id }) => project_id ?? []))
  if (ids.size === 0) return
  const names = await findLiveProjectNames(trx, [...ids])
  const errors = items.flatMap(({ project_id }, index) =>
    project_id == null || names.has(project_id)
      ? []
      : [[`items.${index}.project_id`, messages.reports.projectMissing] as const],
  )
  if (errors.length > 0) throw refuseInput(Object.fromEntries(errors), 'project_missing')
}

/** What a user did on a day of their zone. The queries go to the database in two round trips. */
export async function suggestActivity(
  ctx: Context,
  userId: number,
  date: string,
): Promise<SuggestedActivity[]> {
  const [organization, user] = await Promise.all([getOrganization(ctx, ctx.db), findZone(ctx.db, userId)])
  const zone = effectiveTimeZone(user ?? { time_zone: null }, organization)
  return fold(await findActivity(ctx.db, userId, spanOf(date, zone)))
}

/**
 * One row for the commits of a branch. A request stands for the commits of its branch, and for those with their titles on
 * other branches, which are what it was squashed or rebased into.
 */
function fold(rows: readonly ActivityRow[]): SuggestedActivity[] {
  const requests = rows.filter(({ kind }) => kind === 'request')
  const merged = new Set(requests.map(({ branch_key }) => branch_key))
  const commits = rows.filter(({ kind }) => kind === 'commit')
  const ofRequests = [...requests, ...commits.filter(({ branch_key }) => merged.has(branch_key))]
  const titles = new Set(ofRequests.map(({ title }) => lineKey(title)))
  const branches = Map.groupBy(
    commits.filter(
      ({ title, branch_key }) => !merged.has(branch_key) && !titles.has(lineKey(withoutNumber(title))),
    ),
    ({ branch_key }) => branch_key,
  )
  return rows.flatMap(row => {
    if (row.kind !== 'commit') return [present(row, 0)]
    const same = branches.get(row.branch_key) ?? []
    if (same[0] !== row) return []
    // After a rebase the same commits are pushed again, with other ids.
    return [present(row, new Set(same.map(({ title }) => lineKey(title))).size - 1)]
  })
}

/** Git servers add the number of a request to the title of its squashed commit. */
const withoutNumber = (title: string) => title.replace(/ \([#!]\d+\)$/, '')

function present({ title, link, project_id, project_name }: ActivityRow, others: number): SuggestedActivity {
  const room = limits.activityTitleMax - messages.activity.folded('', others).length
  const cut = [...title].slice(0, room).join('')
  return { title: messages.activity.folded(cut, others), link, project_id, project_name }
}

type ActivitySettings = Pick<AccountInput, 'activity' | 'activity_emails' | 'activity_logins'>

/** Changes the given settings of a user. The caller has called `lockNames` and locked the user. */
export async function changeActivitySettings(
  ctx: Context,
  trx: Trx,
  userId: number,
  { activity, activity_emails: emails, activity_logins: logins }: ActivitySettings,
): Promise<void> {
  if (emails || logins) await replaceListed(ctx, trx, userId, { emails, logins })
  if (activity !== undefined)
    await setActivityOff(trx, userId, activity ? null : ctx.clock.now().toISOString())
  if (activity === false) await deleteActivityOf(trx, userId)
}

export async function findActivitySettings(db: Db, userId: number) {
  const [activity, listed] = await Promise.all([isActivityOn(db, userId), findListed(db, userId)])
  return { activity, ...listed }
}

/**
 * What a deleted account did, its e-mails and its logins go with it. The hashes of their names stay until the account is
 * erased, so that meanwhile no other user gets what is still delivered of them.
 */
export const activityListener: Listener = async (_ctx, trx, event) => {
  if (event.kind === 'user.deleted') {
    await deleteActivityOf(trx, event.userId)
    await deleteListed(trx, event.userId)
  }
  if (event.kind === 'user.erased') await deleteNamesOf(trx, event.userId)
}
