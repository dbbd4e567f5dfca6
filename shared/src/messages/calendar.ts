const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

export const calendar = {
  loadFailed: 'Failed to load the calendar. Please try again.',
  yearFailed: 'Failed to load the year. Please try again.',
  nothingExpected: 'No reports are expected from you this month.',
  noUsers: 'No users are expected to report yet.',
  noUsersHint: 'Register the users who report, or choose the reporting roles in Settings.',
  noUsersMatch: 'No users match these filters.',
  howToChoose: 'To add time off, drag over days, or hold Shift and press the arrow keys.',
  howToChooseByTouch: 'To add time off, hold a day and drag.',
  chosen: (count: number) => `${days(count)} selected`,
  added: (count: number) => `Time off added: ${days(count)}.`,
  changed: 'Time off changed.',
  deleted: 'Time off deleted.',
  saveFailed: "We couldn't save this time off. Please try again.",
  deleteFailed: "We couldn't delete this time off. Please try again.",
  undoFailed: "We couldn't undo this. Please try again.",
  weekFailed: 'Failed to load your week. Please try again.',
} as const
