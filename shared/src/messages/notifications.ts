/** What users are told, as sentences without a full stop: lines of the inbox, and subjects of mails. Not in all.ts. */
export const notificationTexts = {
  commented: (actor: string, report: string) => `${actor} commented on ${report}`,
  replied: (actor: string, report: string) => `${actor} replied to your comment on ${report}`,
  mentioned: (actor: string, report: string) => `${actor} mentioned you in a comment on ${report}`,
  yourReport: (day: string) => `your report of ${day}`,
  /** The one who acts wrote it. */
  theirReport: (day: string) => `their report of ${day}`,
  reportBy: (author: string, day: string) => `${author}'s report of ${day}`,
  reviewed: (actor: string, day: string) => `${actor} reviewed your report of ${day}`,
  askedForChanges: (actor: string, day: string) => `${actor} asked for changes to your report of ${day}`,
  taskAssigned: (actor: string, title: string) => `${actor} assigned you the task "${title}"`,
  taskCompleted: (actor: string, title: string) => `${actor} completed the task "${title}"`,
  blockerAssigned: (actor: string, author: string) => `${actor} asked you to look after ${author}'s blocker`,
  yourBlockerAssigned: (actor: string) => `${actor} made you the owner of your blocker`,
  yourBlockerResolved: (actor: string) => `${actor} resolved your blocker`,
  blockerResolved: (actor: string) => `${actor} resolved a blocker you own`,
  reminder: (day: string) => `Your report for ${day} is due`,
  nudge: (actor: string, day: string) => `${actor} reminded you about your report for ${day}`,
  summary: (day: string, reported: number, expected: number) =>
    `Summary of ${day}: ${reported.toLocaleString('en-US')} of ${expected.toLocaleString('en-US')} reported`,
} as const

/** The one button of a mail. */
export const notificationButtons = {
  comment: 'Open the comment',
  report: 'Open the report',
  task: 'Open the task',
  blocker: 'Open the blocker',
  write: 'Write your report',
  summary: 'Open the summary',
} as const
