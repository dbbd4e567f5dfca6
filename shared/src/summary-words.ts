import type { Summary, SummaryHours, SummaryWeek } from './contract/summaries.ts'
import { addDays } from './dates.ts'
import { formatHours } from './hours.ts'
import { messages } from './messages.ts'
import { linkedPaths as paths } from './paths.ts'

const say = messages.summaries

const dayPath = (date: string) => paths.today(`?date=${date}`)
const waitingPath = paths.allReports('?review=unreviewed')

export type SummaryLine = {
  /** A name, a project, a blocker or a day. */
  text: string
  /** The path of the screen that it leads to. */
  path: string
  /** Short remarks beside it. */
  notes: string[]
  /** The length of its bar, as a part of the largest in its list. */
  share?: number
  /** How many days a blocker has been open. */
  age?: number
}

export type SummarySection = {
  key: 'missing' | 'due' | 'blockers' | 'toReview' | 'hours' | 'sent' | 'off' | 'week' | 'weekHours'
  heading: string
  /** A sentence below the heading. */
  text?: string
  /** People: they flow like a text. */
  names?: SummaryLine[]
  lines?: SummaryLine[]
  /** How much was left out, with a link to it. */
  more?: { text: string; path: string }
}

export type SummaryWords = {
  title: string
  headline: string
  sections: SummarySection[]
}

type Speaker = {
  /** The user who reads it, and who can't review their own report. */
  viewerId: number
  /** "Friday 13 November" */
  day: (date: string) => string
  /** "9 – 13 Nov" */
  span: (first: string, last: string) => string
}

/**
 * The texts of a summary. Its page and its mail both show all of them, so that they never differ. People are sorted by name
 * and have no figures, so that the summary doesn't rank them.
 */
export function summaryWords(summary: Summary, speaker: Speaker): SummaryWords {
  const { date, week } = summary
  return {
    title: say.title(speaker.day(date)),
    headline: headlineOf(summary),
    sections: [
      ...dayPart('missing', summary, summary.missing),
      ...dayPart('due', summary, summary.due),
      ...blockersOf(summary),
      ...toReviewOf(summary, speaker),
      hoursOf('hours', say.hours, summary.hours, say.sameWeekday(speaker.day(addDays(date, -7)))),
      ...dayPart('sent', summary, summary.reported.map(asSent)),
      ...dayPart('off', summary, summary.off),
      ...(week ? weekOf(week, speaker) : []),
    ],
  }
}

function headlineOf({ counts, holiday, date, today }: Summary): string {
  const { expected, submitted, late } = counts
  if (expected > 0) return say.reported(submitted + late, expected)
  if (date > today) return say.future
  return holiday === null ? say.nothingExpected : say.holiday(holiday)
}

function leftOut(total: number, shown: number, path: string) {
  return total > shown ? { more: { text: say.andMore(total - shown), path } } : {}
}

/** People of a day, if there are any. */
function dayPart(
  key: 'missing' | 'due' | 'sent' | 'off',
  { counts, date }: Summary,
  people: readonly ({ name: string } & Partial<Pick<SummaryLine, 'path' | 'notes'>>)[],
): SummarySection[] {
  const day = dayPath(date)
  const count = key === 'sent' ? counts.submitted + counts.late : counts[key]
  if (count === 0) return []
  const names = people.map(({ name, path = day, notes = [] }) => ({ text: name, path, notes }))
  return [{ key, heading: say[key](count), names, ...leftOut(count, people.length, day) }]
}

function blockersOf({ blockers: { total, data } }: Summary): SummarySection[] {
  const heading = say.blockers(total)
  if (total === 0) return [{ key: 'blockers', heading, text: say.noBlockers }]
  return [
    {
      key: 'blockers',
      heading,
      lines: data.map(({ text, report_id, user_name, project_name, owner_name, days_open }) => ({
        text,
        path: paths.reviewReport(report_id),
        notes: [
          messages.blockers.age(days_open),
          say.blockerOf(user_name, project_name),
          ...(owner_name === null ? [] : [say.owner(owner_name)]),
        ],
        age: days_open,
      })),
      ...leftOut(total, data.length, paths.blockers()),
    },
  ]
}

function toReviewOf({ counts, reported, date }: Summary, { viewerId }: Speaker): SummarySection[] {
  const { to_review, earlier_to_review } = counts
  if (reported.length === 0 && earlier_to_review === 0) return []
  const waiting = reported.filter(
    ({ user, review_state }) => review_state === 'unreviewed' && user.id !== viewerId,
  )
  const isAll = to_review <= waiting.length
  return [
    {
      key: 'toReview',
      heading: say.toReview(to_review),
      ...(to_review === 0 && reported.length > 0 && { text: say.allReviewed }),
      names: waiting.map(({ user, report_id }) => ({
        text: user.name,
        path: paths.reviewReport(report_id),
        notes: [],
      })),
      ...(isAll && earlier_to_review > 0
        ? { more: { text: say.earlierToReview(earlier_to_review), path: waitingPath } }
        : leftOut(to_review, waiting.length, dayPath(date))),
    },
  ]
}

function hoursOf(
  key: 'hours' | 'weekHours',
  heading: string,
  { minutes, minutes_before, projects }: SummaryHours,
  than: string,
): SummarySection {
  if (minutes === 0 && minutes_before === 0) return { key, heading, text: say.noHours }
  const largest = Math.max(...projects.map(project => project.minutes), 1)
  return {
    key,
    heading,
    text: `${say.total(formatHours(minutes))}, ${comparedWith(minutes, minutes_before, than)}.`,
    lines: projects.map(({ id, name, ...of }) => ({
      text: name,
      path: paths.projectSummary(id),
      notes: [
        formatHours(of.minutes),
        // Without hours in the week before, every project would be "new".
        ...(minutes_before === 0 ? [] : [changeOf(of.minutes, of.minutes_before)]),
      ],
      share: of.minutes / largest,
    })),
  }
}

function comparedWith(minutes: number, before: number, than: string): string {
  if (before === 0) return say.noneBefore(than)
  if (minutes === before) return say.same(than)
  const change = formatHours(Math.abs(minutes - before))
  return minutes > before ? say.more(change, than) : say.less(change, than)
}

/** "+2h", "−45m", "new" or "no change", compared with the week before. */
function changeOf(minutes: number, before: number): string {
  if (minutes === before) return say.unchanged
  if (before === 0) return say.newHours
  return `${minutes > before ? '+' : '−'}${formatHours(Math.abs(minutes - before))}`
}

const asSent = ({ user, report_id, is_late }: Summary['reported'][number]) => ({
  name: user.name,
  path: paths.reviewReport(report_id),
  notes: is_late ? [say.late] : [],
})

function weekOf(week: SummaryWeek, { day, span }: Speaker): SummarySection[] {
  return [
    {
      key: 'week',
      heading: say.week(span(week.first, week.last)),
      lines: week.days.map(({ date, expected, submitted, late, minutes }) => ({
        text: day(date),
        path: paths.summary(date),
        notes: [
          say.weekDay(submitted + late, expected),
          ...(late > 0 ? [say.weekLate(late)] : []),
          formatHours(minutes),
        ],
      })),
    },
    hoursOf('weekHours', say.weekHours, week.hours, say.weekBefore),
  ]
}
