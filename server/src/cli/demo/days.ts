import { addDays, localDayOf, noonOf } from '#shared/dates.ts'
import { instantInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { addComment } from '../../features/comments/comments.service.ts'
import { submitReport } from '../../features/reports/reports.service.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import type { WorkingDays } from './calendar.ts'
import { answers, blockers, plans, questions, workOf } from './texts.ts'

/** The first of the staff joined before that. */
const daysOfHistory = 120

export type Colleague = SignedIn & {
  firstName: string
  /** When the account was made. */
  created_at: string
  projectIds: number[]
}

/** Months of reports: every working day, nearly every team member, some late, with comments on some of them. */
export async function liveThroughDays(
  ctx: Context,
  {
    staff,
    reviewers,
    plan,
  }: { staff: readonly Colleague[]; reviewers: readonly SignedIn[]; plan: WorkingDays },
) {
  const random = randomOf(7)
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const { today } = plan

  for (let day = addDays(today, -daysOfHistory); day <= today; day = addDays(day, 1)) {
    for (const [index, person] of staff.entries()) {
      const zone = plan.zoneOf(person.firstName)
      const isExpected = plan.isAtWork(person.firstName, day) && day >= localDayOf(person.created_at)
      if (!isExpected) continue
      // A few forget it each day, and most have not submitted today's report yet.
      if (random(24) === 0 || (day === today && index % 3 !== 0)) continue
      const isLate = day < today && random(14) === 0
      const evening = at(ctx, day, zone, isLate ? 32 * 60 + random(90) : 16 * 60 + random(120))
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
      const comments = await addComment(after(ctx, evening, 20), pick(reviewers), report.id, {
        comment: questions[talk] ?? '',
      })
      if (random(2) === 0) continue
      await addComment(after(ctx, evening, 50), person, report.id, {
        comment: answers[talk] ?? '',
        parent_id: comments.at(-1)?.id,
      })
    }
  }
}

/** The same services, so many minutes after that day's midnight in a zone; nothing is later than now. */
function at(ctx: Context, day: string, zone: string, minute: number): Context {
  const [onDay, onClock] = [Math.floor(minute / 1440), minute % 1440]
  return atInstant(ctx, Date.parse(instantInZone(addDays(day, onDay), onClock, zone)))
}

const after = (ctx: Context, { clock }: Context, minutes: number) =>
  atInstant(ctx, clock.now().getTime() + minutes * 60_000)

function atInstant(ctx: Context, milliseconds: number): Context {
  const now = ctx.clock.now()
  const moment = noonOf('2000-01-01')
  moment.setTime(milliseconds)
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
