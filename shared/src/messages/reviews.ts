export const reviews = {
  stateInvalid: 'State must be unreviewed, reviewed or needs_changes',
  bulkStateInvalid: 'State must be reviewed or unreviewed',
  filterInvalid: 'review must be unreviewed, reviewed or needs_changes',
  idsRequired: 'Choose at least one report',
  seenInvalid: 'Send one for each report',
  tooManyIds: 'At most 100 reports can be reviewed at once',
  commentRequired: 'Say what should change',
  ownReport: "You can't review your own report",
  editedSince: (author: string) => `${author} has edited this report since you opened it`,
  reviewedSince: (reviewer: string) => `${reviewer} has reviewed this report in the meantime`,
  askedSince: (reviewer: string) => `${reviewer} has asked for changes in the meantime`,
  takenBackSince: 'The review of this report has been undone in the meantime',
  /** For the author. */
  awaited: 'Waiting for review',
  reviewedBy: (reviewer: string) => `Reviewed by ${reviewer}`,
  /** The reviewer's name isn't known. */
  changesAsked: 'A reviewer asked for changes',
  askedBy: (reviewer: string) => `${reviewer} asked for changes`,
  marked: (author: string) => `${author}'s report marked as reviewed.`,
  markedSeveral: (count: number) =>
    count === 1 ? '1 report marked as reviewed.' : `${count.toLocaleString()} reports marked as reviewed.`,
  asked: (author: string) => `You asked ${author} for changes.`,
  failed: "We couldn't save your review. Please try again.",
  undoFailed: "We couldn't undo this. Please try again.",
  leftOut: (count: number) =>
    count === 1
      ? '1 report has changed in the meantime, so we left it out.'
      : `${count.toLocaleString()} reports have changed in the meantime, so we left them out.`,
} as const
