import { formatCount } from '../numbers.ts'

type HoursSummary = {
  /** "312h 30m" */
  total: string
  /** " on Apollo by Dina", or empty. */
  about: string
  /** "in October", "this week" */
  when: string
  /** Whether days of the period are still to come. */
  isUnfinished: boolean
  /** The total of the period before, and how it differs in percent; null without hours. */
  before: { total: string; when: string; percent: number } | null
  /** The project with the most hours; null if nothing stands out. */
  largest: { name: string; percent: number } | null
}

export const insights = {
  unitUnknown: 'The unit must be day, week or month',
  groupUnknown: 'Hours can be grouped by project, person or role',
  failed: 'Failed to load insights. Please try again.',

  none: 'No hours in this period',
  noneHint: 'Hours appear here once reports with hours are submitted.',
  noneMatch: 'No hours match these filters',
  nothingExpected: 'No reports were expected in this period.',
  hint: 'Select a bar to see its reports.',
  hintOwn: 'Select a bar to open its report.',
  hintLine: 'Select a point to see its reports.',
  other: (count: number) => `Other (${formatCount(count)})`,
  showAll: (count: number) => `Show all ${formatCount(count)}`,
  showFewer: 'Show fewer',
  notFiltered: 'To see expected and sent reports, clear the project and person filters.',

  /** "312h in October, 12% more than in September; Customer Portal took 41%." */
  hours: ({ total, about, when, isUnfinished, before, largest }: HoursSummary) => {
    const compared = before && (isUnfinished ? previousTotal(before) : comparedWith(before))
    const took = largest && `; ${largest.name} took ${largest.percent}%`
    return `${total}${about} ${when}${isUnfinished ? ' so far' : ''}${compared ?? ''}${took ?? ''}.`
  },
  /** "212 of 240 expected reports were sent, 12 of them late." */
  reporting: ({ expected, sent, late }: { expected: number; sent: number; late: number }) => {
    const noun = expected === 1 ? 'report was' : 'reports were'
    const ofThem = late === 0 ? '' : sent === 1 ? ', late' : `, ${late} of them late`
    return `${formatCount(sent)} of ${formatCount(expected)} expected ${noun} sent${ofThem}.`
  },
  part: (name: string, when: string, hours: string) => `${name}, ${when}: ${hours}`,
  sum: (when: string, hours: string) => `${when}: ${hours}`,
  /** The scale of hours, from minutes. */
  tick: (minutes: number) => `${(minutes / 60).toLocaleString('en-US')}h`,
  day: (when: string, { expected, sent, late }: { expected: number; sent: number; late: number }) =>
    `${when}: ${formatCount(sent)} of ${formatCount(expected)} sent${late > 0 ? `, ${formatCount(late)} late` : ''}`,
  /** The small picture of a project's summary. */
  ofProject: (total: string, units: string, busiest: { when: string; hours: string }) =>
    `${total} in ${units}, most in ${busiest.when} (${busiest.hours}).`,
  /** The small picture of one's own reports. */
  ownWeeks: (thisWeek: string, lastWeek: string) => `${thisWeek} this week, ${lastWeek} last week.`,
} as const

function comparedWith({ when, percent }: NonNullable<HoursSummary['before']>) {
  if (percent === 0) return `, as many as ${when}`
  return `, ${formatCount(Math.abs(percent))}% ${percent > 0 ? 'more' : 'less'} than ${when}`
}

const previousTotal = ({ total, when }: NonNullable<HoursSummary['before']>) => ` (${total} ${when})`
