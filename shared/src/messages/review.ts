import { reviewInputMessages } from './review-input.ts'

/** Reviewing, and reminders. Not in all.ts: the login page needs none of these. */
export const reviewMessages = {
  ...reviewInputMessages,
  sayWhat: 'Say what should change',
  ownReport: "You can't review your own report",
  editedSince: (author: string) => `${author} has edited this report since you opened it`,
  reviewedSince: (reviewer: string) => `${reviewer} has reviewed this report in the meantime`,
  askedSince: (reviewer: string) => `${reviewer} has asked for changes in the meantime`,
  takenBackSince: 'The review of this report has been undone in the meantime',
  reviewedBy: (reviewer: string) => `Reviewed by ${reviewer}`,
  /** The reviewer's name isn't known. */
  changesAsked: 'A reviewer asked for changes',
  askedBy: (reviewer: string) => `${reviewer} asked for changes`,
  marked: (author: string) => `${author}'s report marked as reviewed.`,
  markedSeveral: (count: number) =>
    count === 1 ? '1 report marked as reviewed.' : `${count.toLocaleString()} reports marked as reviewed.`,
  asked: (author: string) => `You asked ${author} for changes.`,
  failed: "Couldn't save your review. Please try again.",
  undoFailed: "Couldn't undo that. Please try again.",
  leftOut: (count: number) =>
    count === 1
      ? '1 report has changed in the meantime and was left out.'
      : `${count.toLocaleString()} reports have changed in the meantime and were left out.`,

  overviewFailed: 'Failed to load. Please try again.',
  alreadyReminded: (name: string) => `${name} has already been reminded today`,
  owesNothing: (name: string) => `${name} doesn't owe a report for this day`,
  reminded: (name: string) => `${name} has been reminded.`,
  caughtUp: "You're all caught up.",
} as const
