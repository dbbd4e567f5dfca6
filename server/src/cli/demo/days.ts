import { addDays, localDay, noonOf } from '#shared/dates.ts'
import type { Context } from '../../context.ts'
import { addComment } from '../../features/comments/comments.service.ts'
import { submitReport } from '../../features/reports/reports.service.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { answers, blockers, plans, questions, workOf } from './texts.ts'

const daysOfHistory = 90

export type Colleague = SignedIn & { projectIds: number[] }

/** Three months of reports: every working day, nearly every team member, with comments on some of them. */
export async function liveThroughDays(
  ctx: Context,
  staff: readonly Colleague[],
  reviewers: readonly SignedIn[],
) {
  const random = randomOf(7)
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const today = localDay(ctx.clock.now())

  for (let day = addDays(today, -daysOfHistory); day <= today; day = addDays(day, 1)) {
    if ([0, 6].includes(noonOf(day).getDay())) continue
    for (const [index, person] of staff.entries()) {
      // A few are away each day, and most have not submitted today's report yet.
      if (random(12) === 0 || (day === today && index % 3 !== 0)) continue
      const evening = at(ctx, day, 16 * 60 + random(120))
      const work = workOf[person.role] ?? []
      const first = random(work.length)
      const rows = Array.from({ length: 2 + random(3) }, (_, index) => ({
        // Consecutive entries from a random start, so that no report contains the same description twice.
        description: work[(first + index * 3) % work.length] ?? '',
        hours: 45 + random(10) * 15,
        project_id: pick(person.projectIds),
      }))
      const report = await submitReport(evening, person, {
        date: day,
        tasks: rows.map(row => row.description).join('\n'),
        blockers: random(5) === 0 ? pick(blockers) : null,
        tomorrow_plan: random(4) === 0 ? null : pick(plans),
        task_details: rows,
      })
      if (random(9) !== 0) continue
      const talk = random(questions.length)
      const comments = await addComment(at(ctx, day, 18 * 60 + 20), pick(reviewers), report.id, {
        comment: questions[talk] ?? '',
      })
      if (random(2) === 0) continue
      await addComment(at(ctx, day, 18 * 60 + 50), person, report.id, {
        comment: answers[talk] ?? '',
        parent_id: comments.at(-1)?.id,
      })
    }
  }
}

/** The same services, at that minute of that day; today nothing is later than now. */
function at(ctx: Context, day: string, minute: number): Context {
  const now = ctx.clock.now()
  const moment = noonOf(day)
  moment.setHours(0, minute)
  return { ...ctx, clock: { now: () => (moment < now ? moment : now) } }
}

/** The same team on every machine, every time. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}
