import { addDays, countDays } from '#shared/dates.ts'
import type { Context } from '../../context.ts'
import { listBlockers, resolveBlocker } from '../../features/blockers/blockers.service.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import type { WorkingDays } from './calendar.ts'
import { blockers, notes, stuckOn } from './texts.ts'

/** Older blockers are resolved after this many days; the last ones stay open. */
const daysToResolve = 2

/** Three users have a blocker now: for a week or so, for some days, and since the last working day. */
const stuck = [
  { name: 'Dina', since: 9 },
  { name: 'Omar', since: 5 },
  { name: 'Lena', since: 1 },
] as const

/** From this day on only these three have blockers. */
export const quietSince = (today: string) => addDays(today, -14)

/** The blocker of a user on a day; undefined if there is none. */
export function stuckFrom(plan: WorkingDays) {
  const began = new Map(stuck.map(({ name, since }) => [name as string, lastAtWork(plan, name, since)]))
  return (name: string, day: string): string | undefined => {
    const first = began.get(name)
    return first !== undefined && day >= first ? stuckOn[name] : undefined
  }
}

/** The last day on which they worked, at least this many days ago. */
function lastAtWork(plan: WorkingDays, name: string, daysAgo: number): string {
  let day = addDays(plan.today, -daysAgo)
  while (!plan.isAtWork(name, day)) day = addDays(day, -1)
  return day
}

/** Resolves older blockers, as their author or as a reviewer. */
export async function resolveOld(
  ctx: Context,
  { day, authors, reviewer }: { day: string; authors: ReadonlyMap<number, SignedIn>; reviewer: SignedIn },
) {
  const { data } = await listBlockers(ctx, reviewer, { state: 'open', page: 1, limit: 100 })
  const texts = Object.values(stuckOn)
  for (const { id, text, user_id, opened_on } of data) {
    if (texts.includes(text) || countDays(opened_on, day) <= daysToResolve) continue
    const isByAuthor = id % 3 === 0
    const actor = (isByAuthor && authors.get(user_id)) || reviewer
    await resolveBlocker(ctx, actor, id, isByAuthor ? null : (notes[blockers.indexOf(text)] ?? null))
  }
}
