import { formatCount } from '../numbers.ts'

const counted = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`

export const summaries = {
  loadFailed: "We couldn't load this summary. Please try again.",
  title: (day: string, isOfTeams = false) => `Summary of ${day}${isOfTeams ? ' for your teams' : ''}`,
  ofEveryone: "See everyone's summary",
  ofYourTeams: "See your teams' summary",
  reported: (reported: number, expected: number) =>
    reported >= expected && expected > 1
      ? `All ${formatCount(expected)} reported.`
      : `${formatCount(reported)} of ${formatCount(expected)} reported.`,
  nothingExpected: 'No reports were expected.',
  holiday: (name: string) => `${name}: no reports were expected.`,
  future: "This day hasn't come yet.",
  missing: (count: number) => `Missing (${formatCount(count)})`,
  due: (count: number) => `Not submitted yet (${formatCount(count)})`,
  sent: (count: number) => `Reported (${formatCount(count)})`,
  off: (count: number) => `Off (${formatCount(count)})`,
  late: 'late',
  blockers: (count: number) => `Open blockers (${formatCount(count)})`,
  noBlockers: 'No blockers are open.',
  blockerOf: (name: string, project: string | null) => (project === null ? name : `${name}, ${project}`),
  owner: (name: string) => `Owner: ${name}`,
  toReview: (count: number) => `To review (${formatCount(count)})`,
  allReviewed: 'Nothing left to review from this day.',
  earlierToReview: (count: number) =>
    `${counted(count, 'report', 'reports')} from earlier days ${count === 1 ? 'is' : 'are'} waiting for review`,
  hours: 'Hours by project',
  noHours: 'No hours were reported.',
  total: (hours: string) => `${hours} in total`,
  more: (hours: string, than: string) => `${hours} more than ${than}`,
  less: (hours: string, than: string) => `${hours} less than ${than}`,
  same: (than: string) => `as much as ${than}`,
  noneBefore: (then: string) => `none ${then}`,
  sameWeekday: (day: string) => `on ${day}`,
  weekBefore: 'in the week before',
  unchanged: 'no change',
  newHours: 'new',
  week: (span: string) => `Week of ${span}`,
  weekDay: (reported: number, expected: number) =>
    `${formatCount(reported)} of ${formatCount(expected)} reported`,
  weekHours: 'Hours by project, whole week',
  weekLate: (count: number) => `${formatCount(count)} late`,
  andMore: (count: number) => `and ${formatCount(count)} more`,
} as const
