import type { Summary, SummaryHours, SummaryWeek } from './contract/summaries.ts'
import { addDays } from './dates.ts'
import { formatHours } from './hours.ts'
import { messages } from './messages.ts'
import { linkedPaths as paths } from './paths.ts'

const texts = messages.summaries

/** The paths of the lists behind the numbers. Each list is about the same people as the summary. */
export function listPaths(team: string | undefined) {
  const search = (...query: string[]) => {
    const given = [...query, ...(team === undefined ? [] : [`team=${team}`])]
    return given.length === 0 ? '' : `?${given.join('&')}`
  }
  return {
    day: (date: string) => paths.today(search(`date=${date}`)),
    waiting: () => paths.allReports(search('review=unreviewed')),
    blockers: () => paths.blockers(search()),
    summary: (date: string) => paths.summary(date, search()),
  }
}

export type SummaryLine = {
  /** A name, a project, a blocker or a day. */
  text: string
  /** The path of the screen that it links to. */
  path: string
  /** Short texts beside it. */
  notes: string[]
  /** The length of its bar, relative to the largest in its list. */
  share?: number
  /** How many days a blocker has been open. */
  age?: number
}

export type SummarySection = {
  key: 'missing' | 'due' | 'blockers' | 'toReview' | 'hours' | 'sent' | 'off' | 'week' | 'weekHours'
  heading: string
  /** A sentence below the heading. */
  text?: string
  /** Users. Their names are shown as running text. */
  names?: SummaryLine[]
  lines?: SummaryLine[]
  /** The number of entries that were left out, with a link to them. */
  more?: { text: string; path: string }
}

export type SummaryWords = {
  title: string
  headline: string
  sections: SummarySection[]
}

type SummaryOptions = {
  /** The team that the links choose, as in the URL: "mine", "everyone" or an id. Without it, the reader's usual one. */
  team?: string | undefined
  /** The user who reads the summary. They can't review their own report. */
  viewerId: number
  /** "Friday 13 November" */
  day: (date: string) => string
  /** "9 – 13 Nov" */
  span: (first: string, last: string) => string
}

/**
 * Returns the texts of a summary. Its page and its mail both use them, so that they don't differ. Users are sorted by name
 * and have no figures, so that the summary doesn't rank them.
 */
export function summaryWords(summary: Summary, options: SummaryOptions): SummaryWords {
  const { date, week } = summary
  const lists = listPaths(options.team)
  return {
    title: texts.title(options.day(date)),
    headline: getHeadline(summary),
    sections: [
      ...peopleSection('missing', summary, summary.missing, lists),
      ...peopleSection('due', summary, summary.due, lists),
      ...blockersSection(summary, lists),
      ...toReviewSection(summary, options, lists),
      hoursSection('hours', texts.hours, summary.hours, texts.sameWeekday(options.day(addDays(date, -7)))),
      ...peopleSection('sent', summary, summary.reported.map(toSentPerson), lists),
      ...peopleSection('off', summary, summary.off, lists),
      ...(week ? weekSections(week, options, lists) : []),
    ],
  }
}

export type ListPaths = ReturnType<typeof listPaths>

function getHeadline({ counts, holiday, date, today }: Summary): string {
  const { expected, submitted, late } = counts
  if (expected > 0) return texts.reported(submitted + late, expected)
  if (date > today) return texts.future
  return holiday === null ? texts.nothingExpected : texts.holiday(holiday)
}

function linkToRest(total: number, shown: number, path: string) {
  return total > shown ? { more: { text: texts.andMore(total - shown), path } } : {}
}

/** The section with the users of one state, if there are any. */
function peopleSection(
  key: 'missing' | 'due' | 'sent' | 'off',
  { counts, date }: Summary,
  people: readonly ({ name: string } & Partial<Pick<SummaryLine, 'path' | 'notes'>>)[],
  lists: ListPaths,
): SummarySection[] {
  const day = lists.day(date)
  const count = key === 'sent' ? counts.submitted + counts.late : counts[key]
  if (count === 0) return []
  const names = people.map(({ name, path = day, notes = [] }) => ({ text: name, path, notes }))
  return [{ key, heading: texts[key](count), names, ...linkToRest(count, people.length, day) }]
}

function blockersSection({ blockers: { total, data } }: Summary, lists: ListPaths): SummarySection[] {
  const heading = texts.blockers(total)
  if (total === 0) return [{ key: 'blockers', heading, text: texts.noBlockers }]
  return [
    {
      key: 'blockers',
      heading,
      lines: data.map(({ text, report_id, user_name, project_name, owner_name, days_open }) => ({
        text,
        path: paths.reviewReport(report_id),
        notes: [
          messages.blockers.age(days_open),
          texts.blockerOf(user_name, project_name),
          ...(owner_name === null ? [] : [texts.owner(owner_name)]),
        ],
        age: days_open,
      })),
      ...linkToRest(total, data.length, lists.blockers()),
    },
  ]
}

function toReviewSection(
  { counts, reported, date }: Summary,
  { viewerId }: SummaryOptions,
  lists: ListPaths,
): SummarySection[] {
  const { to_review, earlier_to_review } = counts
  if (reported.length === 0 && earlier_to_review === 0) return []
  const waiting = reported.filter(
    ({ user, review_state }) => review_state === 'unreviewed' && user.id !== viewerId,
  )
  const isAll = to_review <= waiting.length
  return [
    {
      key: 'toReview',
      heading: texts.toReview(to_review),
      ...(to_review === 0 && reported.length > 0 && { text: texts.allReviewed }),
      names: waiting.map(({ user, report_id }) => ({
        text: user.name,
        path: paths.reviewReport(report_id),
        notes: [],
      })),
      ...(isAll && earlier_to_review > 0
        ? { more: { text: texts.earlierToReview(earlier_to_review), path: lists.waiting() } }
        : linkToRest(to_review, waiting.length, lists.day(date))),
    },
  ]
}

function hoursSection(
  key: 'hours' | 'weekHours',
  heading: string,
  { minutes, minutes_before, projects }: SummaryHours,
  than: string,
): SummarySection {
  if (minutes === 0 && minutes_before === 0) return { key, heading, text: texts.noHours }
  const largest = Math.max(...projects.map(project => project.minutes), 1)
  return {
    key,
    heading,
    text: `${texts.total(formatHours(minutes))}, ${describeTotal(minutes, minutes_before, than)}.`,
    lines: projects.map(({ id, name, ...of }) => ({
      text: name,
      path: paths.projectSummary(id),
      notes: [
        formatHours(of.minutes),
        // If there were no hours in the week before, every project would be "new".
        ...(minutes_before === 0 ? [] : [describeChange(of.minutes, of.minutes_before)]),
      ],
      share: of.minutes / largest,
    })),
  }
}

function describeTotal(minutes: number, before: number, than: string): string {
  if (before === 0) return texts.noneBefore(than)
  if (minutes === before) return texts.same(than)
  const change = formatHours(Math.abs(minutes - before))
  return minutes > before ? texts.more(change, than) : texts.less(change, than)
}

/** "+2h", "−45m", "new" or "no change", compared with the week before. */
function describeChange(minutes: number, before: number): string {
  if (minutes === before) return texts.unchanged
  if (before === 0) return texts.newHours
  return `${minutes > before ? '+' : '−'}${formatHours(Math.abs(minutes - before))}`
}

const toSentPerson = ({ user, report_id, is_late }: Summary['reported'][number]) => ({
  name: user.name,
  path: paths.reviewReport(report_id),
  notes: is_late ? [texts.late] : [],
})

function weekSections(week: SummaryWeek, { day, span }: SummaryOptions, lists: ListPaths): SummarySection[] {
  return [
    {
      key: 'week',
      heading: texts.week(span(week.first, week.last)),
      lines: week.days.map(({ date, expected, submitted, late, minutes }) => ({
        text: day(date),
        path: lists.summary(date),
        notes: [
          texts.weekDay(submitted + late, expected),
          ...(late > 0 ? [texts.weekLate(late)] : []),
          formatHours(minutes),
        ],
      })),
    },
    hoursSection('weekHours', texts.weekHours, week.hours, texts.weekBefore),
  ]
}
