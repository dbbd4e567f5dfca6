import { limits } from '../limits.ts'

const reports = (count: number) => (count === 1 ? '1 report' : `${count.toLocaleString()} reports`)

export const teamDay = {
  overviewFailed: "We couldn't load this. Please try again.",
  alreadyReminded: (name: string) => `${name} has already been reminded today`,
  owesNothing: (name: string) => `${name} doesn't owe a report for this day`,
  reminded: (name: string) => `${name} has been reminded.`,
  caughtUp: "You're all caught up.",
  loadFailed: "We couldn't load the team's day. Please try again.",
  moreFailed: "We couldn't load more reports. Please try again.",
  wholeFailed: "We couldn't load the whole report.",
  remindFailed: "We couldn't send your reminder. Please try again.",
  progress: (reviewed: number, all: number) =>
    `${reviewed.toLocaleString()} of ${all.toLocaleString()} reviewed`,
  noneYet: 'No reports yet.',
  noneYetHint: "We'll tell you here when the first one arrives.",
  none: 'No reports for this day.',
  nothingExpected: 'No reports are expected on this day.',
  nothingExpectedHint: "It isn't a working day for anyone on the team.",
  future: "This day hasn't come yet.",
  holiday: (name: string) => `${name}: no reports are expected.`,
  noUsersMatch: 'No users match these filters.',
  ofToday: (count: number) => `${count.toLocaleString()} today`,
  ofEarlier: (count: number, own: number) =>
    `${count.toLocaleString()} earlier${own > 0 ? `, ${own.toLocaleString()} of them yours` : ''}`,
  left: (count: number) => `${reports(count)} ${count === 1 ? 'is' : 'are'} left to review.`,
  earlier: (count: number, own: number) =>
    `${reports(count)} from earlier days ${count === 1 ? 'is' : 'are'} waiting${own > 0 ? `, ${own.toLocaleString()} of them yours` : ''}`,
  arrived: (count: number) => (count === 1 ? '1 new report' : `${count.toLocaleString()} new reports`),
  edited: (count: number) => (count === 1 ? '1 edited report' : `${count.toLocaleString()} edited reports`),
  tooManyUsers: `At most ${limits.pageSizeMax} users can be chosen at once`,
  today: 'Today',
  yesterday: 'Yesterday',
  tomorrow: 'Tomorrow',
  goToToday: 'Go to today',
  stillDue: (count: number) => `${reports(count)} still due`,
  moreNames: (count: number) => `${count.toLocaleString()} more`,
  sameAsRows: 'is the same as the tasks below',
  needsChanges: (count: number) => `${count.toLocaleString()} need${count === 1 ? 's' : ''} changes`,
  showDay: (day: string) => `Show ${day}`,
} as const
