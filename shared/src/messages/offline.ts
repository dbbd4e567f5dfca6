const several = (count: number, one: string, more: string) => (count === 1 ? one : `${count} ${more}`)

const unreachable = "We can't reach the server."

/** Texts for a lost connection, and for reports that wait on the device until they can be sent. */
export const offline = {
  saved: 'Saved on this device. It will be sent when you are online.',
  /** On the dashboard, in place of "Not submitted". */
  notSent: 'Not sent yet',
  notSentHint: "Today's report is saved on this device.",
  waits: (count: number, days: string) =>
    `${several(count, '1 report is waiting', 'reports are waiting')} to be sent: ${days}.`,
  refusedSome: (count: number) => `${count} reports couldn't be sent.`,
  noConnection: "You're offline.",
  /** Also shown when no report waits. */
  serverUnreachable: `${unreachable} We'll keep trying.`,
  sending: 'Sending...',
  retrying: "That didn't work. We'll try again in a minute.",
  sent: (count: number, days: string) => `${several(count, 'Report sent', 'reports sent')}: ${days}.`,
  conflict: (day: string) => `Your report for ${day} wasn't sent: there's already another one.`,
  refused: (day: string, sentence: string) => `Your report for ${day} couldn't be sent. ${sentence}`,
  /** The form accepts only days within the edit window. */
  dayClosed: 'You can continue it as a draft in the report form.',
  waitsForDay: (day: string) => `Your report for ${day} is saved on this device and hasn't been sent yet.`,
  alreadyWaits: 'You already have an unsent report for this day on this device. Edit that one instead.',
  justSent: 'This report has just been sent.',
  draftNotKept: "This browser couldn't save the draft. Your report is still on this device.",
  notRemoved: "This browser couldn't remove the report. It's still on this device.",
  replaceTitle: 'Replace your draft?',
  replaceDraft: (day: string) =>
    `You've started another report for ${day}. Opening this one replaces what you typed there.`,
  discardTitle: 'Discard this report?',
  discard: (day: string) =>
    `Your report for ${day} hasn't been sent. Discarding removes it from this device for good.`,
  logoutTitle: (count: number) =>
    count === 1 ? 'Log out with an unsent report?' : 'Log out with unsent reports?',
  logout: (count: number) =>
    count === 1
      ? "A report on this device hasn't been sent yet. It stays here, hidden from other accounts, and is sent when you log in again on this device."
      : `${count} reports on this device haven't been sent yet. They stay here, hidden from other accounts, and are sent when you log in again on this device.`,
  /** Also true for an account that was deleted: it can't log in again, and nothing is removed. */
  waitsForLogin: (count: number) =>
    count === 1
      ? 'You have an unsent report on this device. It will be sent when you log in again.'
      : `You have ${count} unsent reports on this device. They will be sent when you log in again.`,
  compareTitle: (day: string) => `Two reports for ${day}`,
  compareHint:
    'One report has been sent, the other is on this device. If you keep the sent one, the other is removed. Nothing changes until you choose.',
  compareFailed: "We couldn't load the report that was sent.",
  notEditable: "The sent report can't be edited any more. Keeping it removes the one on this device.",
  sameInBoth: 'The same in both',

  /** Below a page or part that couldn't be loaded. */
  needsConnection: "You're offline. This page needs a connection.",
  needsServer: `${unreachable} This page needs a connection.`,
} as const
