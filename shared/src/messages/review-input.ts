/** What is wrong with an input. Apart from the other messages, because every page that shows reports loads these. */
export const reviewInputMessages = {
  stateInvalid: 'State must be unreviewed, reviewed or needs_changes',
  bulkStateInvalid: 'State must be reviewed or unreviewed',
  filterInvalid: 'review must be unreviewed, reviewed or needs_changes',
  idsRequired: 'Choose at least one report',
  seenInvalid: 'Send one for each report',
  tooManyIds: 'At most 100 reports can be reviewed at once',
} as const
