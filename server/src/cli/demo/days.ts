import type { Report, ReportInput } from '#shared/contract/reports.ts'
import { addDays, isoWeekday, localDayOf, noonOf } from '#shared/dates.ts'
import { instantInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { addComment } from '../../features/comments/comments.service.ts'
import { editReport, submitReport } from '../../features/reports/reports.service.ts'
import { reviewReport, reviewReports } from '../../features/reviews/reviews.service.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { quietSince, resolveOld, stuckFrom } from './blockers.ts'
import type { WorkingDays } from './calendar.ts'
import type { TaskAtHand } from './tasks.ts'
import {
  answers,
  askedFor,
  blockers,
  everyDay,
  plans,
  plansOf,
  questions,
  unanswered,
  workOf,
} from './texts.ts'

/** The first of the staff joined before this period. */
const daysOfHistory = 120
/** The number of days since the team began its stand-ups. */
const daysOfStandUps = 28

type Sent = { report: Report; author: SignedIn; input: ReportInput }

export type Colleague = SignedIn & {
  firstName: string
  /** When the account was made. */
  created_at: string
  projectIds: number[]
}

/**
 * Months of reports: every working day, nearly every team member, some late, with comments on some of them. All are
 * reviewed the next morning, except for some of the last working day; half of today's are submitted. Three users have a
 * blocker. Work on a task names it, and the first of the staff has a comment to answer.
 */
export async function liveThroughDays(
  ctx: Context,
  {
    staff,
    reviewers,
    plan,
    tasks,
  }: {
    staff: readonly Colleague[]
    reviewers: readonly SignedIn[]
    plan: WorkingDays
    tasks: readonly TaskAtHand[]
  },
) {
  const random = randomOf(7)
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const { today } = plan
  const stuckOn = stuckFrom(plan)
  const yesterday = lastWorkingDay(plan)
  const authors = new Map<number, SignedIn>(staff.map(person => [person.id, person]))
  const [reviewer] = reviewers.filter(({ role }) => role === 'manager')
  if (!reviewer) throw new Error('The demo team has no manager.')
  /** The last report of the first of the staff before the last working day. */
  let earlier: { person: Colleague; id: number } | undefined

  for (let day = addDays(today, -daysOfHistory); day <= today; day = addDays(day, 1)) {
    const sent: Sent[] = []
    for (const [index, person] of staff.entries()) {
      const zone = plan.zoneOf(person.firstName)
      const isExpected = plan.isAtWork(person.firstName, day) && day >= localDayOf(person.created_at)
      if (!isExpected) continue
      const stuck = stuckOn(person.firstName, day)
      const forgets = random(24) === 0 && day !== yesterday && stuck === undefined
      // A few forget it each day, and half have not submitted today's report yet.
      if (forgets || (day === today && index % 2 !== 0)) continue
      const isLate = day < today && random(14) === 0
      const evening = at(ctx, day, zone, isLate ? 32 * 60 + random(90) : 16 * 60 + random(120))
      const work = workOf[person.role] ?? []
      const first = random(work.length)
      const rows = Array.from({ length: 2 + random(3) }, (_, index) => ({
        // Consecutive entries from a random start, so that no report contains the same description twice.
        description: work[(first + index * 3) % work.length] ?? '',
        hours: 45 + random(10) * 15,
        project_id: pick(person.projectIds),
        task_id: null as number | null,
      }))
      const atHand = tasks.find(({ userId, since }) => userId === person.id && since <= day)
      if (atHand && rows[0]) {
        const { title: description, project_id, task_id } = atHand
        rows[0] = { ...rows[0], description, project_id, task_id }
      }
      if (day > addDays(today, -daysOfStandUps)) {
        const project_id = person.projectIds[0] as number
        rows.push({ description: everyDay, hours: 15, project_id, task_id: null })
      }
      const isStuckNow = random(5) === 0 && day < quietSince(today)
      const inTheWay = stuck ?? (isStuckNow ? pick(blockers) : null)
      const usualPlan = random(4) === 0 ? null : pick(plans)
      const input = {
        date: day,
        tasks: rows.map(row => row.description).join('\n'),
        blockers: inTheWay,
        tomorrow_plan: day < yesterday ? usualPlan : (plansOf[person.role] ?? usualPlan),
        task_details: rows,
      }
      const report = await submitReport(evening, person, input)
      sent.push({ report, author: person, input })
      if (index === 0 && day < yesterday) earlier = { person, id: report.id }
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
    const nextMorning = at(ctx, day, plan.zoneOf(reviewer.name), 33 * 60)
    if (day < yesterday) await reviewAll(nextMorning, reviewer, sent)
    if (day === yesterday) await reviewMost(nextMorning, reviewer, sent)
    if (day < today && isoWeekday(addDays(day, 1)) <= 5)
      await resolveOld(nextMorning, { day: addDays(day, 1), authors, reviewer })
  }
  if (earlier) {
    const evening = at(ctx, yesterday, plan.zoneOf(earlier.person.firstName), 18 * 60)
    await addComment(evening, reviewers.at(-1) ?? reviewer, earlier.id, { comment: unanswered })
  }
}

/** The last day on which most of the team worked. */
function lastWorkingDay(plan: WorkingDays): string {
  let day = addDays(plan.today, -1)
  while (!plan.isAtWork('', day)) day = addDays(day, -1)
  return day
}

/** A context whose clock is this many minutes after midnight of the day in a zone, and never later than now. */
function at(ctx: Context, day: string, zone: string, minute: number): Context {
  const [onDay, onClock] = [Math.floor(minute / 1440), minute % 1440]
  return atInstant(ctx, Date.parse(instantInZone(addDays(day, onDay), onClock, zone)))
}

/** A context whose clock is this many minutes later. */
export const after = (ctx: Context, { clock }: Context, minutes: number) =>
  atInstant(ctx, clock.now().getTime() + minutes * 60_000)

function atInstant(ctx: Context, milliseconds: number): Context {
  const now = ctx.clock.now()
  const moment = noonOf('2000-01-01')
  moment.setTime(milliseconds)
  return { ...ctx, clock: { now: () => (moment < now ? moment : now) } }
}

/** Seeded, so that the demo is the same on every machine, every time. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

/** A reviewer marks all reports as reviewed. */
async function reviewAll(ctx: Context, reviewer: SignedIn, sent: readonly Sent[]) {
  if (sent.length === 0) return
  await reviewReports(ctx, reviewer, {
    ids: sent.map(({ report }) => report.id),
    state: 'reviewed',
    revisions: undefined,
  })
}

/** Of the last working day, one author made the requested changes, one still has to, and one report is unread. */
async function reviewMost(ctx: Context, reviewer: SignedIn, sent: readonly Sent[]) {
  const [answered, asked, , ...others] = sent
  await reviewAll(ctx, reviewer, others)
  const [first, second] = askedFor
  if (answered) {
    const { report, author, input } = answered
    await reviewReport(ctx, reviewer, report.id, { state: 'needs_changes', comment: first, seen: undefined })
    const [row, ...rows] = input.task_details
    if (row) {
      const longer = { ...row, description: `${row.description}, with tests`, hours: row.hours + 30 }
      await editReport(ctx, author, report.id, {
        ...input,
        tasks: `${input.tasks}\nThe cause was an old cache key: found, fixed and tested.`,
        task_details: [longer, ...rows],
      })
    }
  }
  if (asked)
    await reviewReport(ctx, reviewer, asked.report.id, {
      state: 'needs_changes',
      comment: second,
      seen: undefined,
    })
}
