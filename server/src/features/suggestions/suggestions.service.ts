import type { SuggestedRow, Suggestions } from '#shared/contract/suggestions.ts'
import { addDays } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { lineKey, planLines } from '#shared/plan-lines.ts'
import type { Context } from '../../context.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { suggestActivity } from '../activity/activity.service.ts'
import { findToday } from '../calendar/days.service.ts'
import { findLastPlan, findOpenBlockers, findRecentRows, findTasksIn } from './suggestions.queries.ts'

/** Returns suggestions for a user's report of this day. All queries go to the database at once. */
export async function suggestFor(ctx: Context, { id }: SignedIn, date?: string): Promise<Suggestions> {
  const day = date ?? (await findToday(ctx, id))
  const [last, inProgress, pending, rows, activity, blockers] = await Promise.all([
    findLastPlan(ctx.db, id, day, addDays(day, -limits.planDays)),
    findTasksIn(ctx.db, id, 'in_progress'),
    findTasksIn(ctx.db, id, 'pending'),
    findRecentRows(ctx.db, id, day),
    suggestActivity(ctx, id, day),
    findOpenBlockers(ctx.db, id),
  ])
  const lines = planLines(last?.tomorrow_plan ?? '').map(cutToRow)
  const tasks = [
    ...inProgress.map(task => ({ ...task, status: 'in_progress' as const })),
    ...pending.map(task => ({ ...task, status: 'pending' as const })),
  ].slice(0, limits.suggestedTasksMax)
  return {
    plan: last && lines.length > 0 ? { report_id: last.id, date: last.date, lines } : null,
    tasks: tasks.map(({ id: task_id, title, project_id, project_name, status }) => ({
      task_id,
      title,
      project_id,
      project_name,
      status,
    })),
    recent: findMostFrequent(rows, [...lines, ...tasks.map(({ title }) => title)]),
    activity,
    blockers,
  }
}

/** A line becomes the description of a row. If it is too long for that, it is cut after a word. */
function cutToRow(line: string): string {
  if (line.length <= limits.rowDescriptionMax) return line
  const head = line.slice(0, limits.rowDescriptionMax - 3)
  // If there is no space, the cut must not split a surrogate pair.
  return `${head.replace(/\s+\S*$|[\uD800-\uDBFF]$/u, '')}...`
}

/** `rows` are sorted newest first, so the newest of equal rows is shown, and the newest of equally frequent rows comes first. */
function findMostFrequent(rows: readonly SuggestedRow[], excluded: readonly string[]): SuggestedRow[] {
  const excludedKeys = new Set(excluded.map(lineKey))
  const found = new Map<string, { row: SuggestedRow; count: number }>()
  for (const row of rows) {
    const text = lineKey(row.description)
    if (excludedKeys.has(text)) continue
    const key = `${row.project_id} ${text}`
    const same = found.get(key)
    if (same) same.count++
    else found.set(key, { row, count: 1 })
  }
  return [...found.values()]
    .sort((one, other) => other.count - one.count)
    .slice(0, limits.recentRowsMax)
    .map(({ row: { description, project_id, project_name } }) => ({ description, project_id, project_name }))
}
