const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

export const calendar = {
  loadFailed: "We couldn't load the calendar. Please try again.",
  yearFailed: "We couldn't load the year. Please try again.",
  nothingExpected: 'You have no reports due this month.',
  noUsers: 'No one reports yet. Invite people, or choose who reports in Settings.',
  noUsersMatch: 'No users match these filters.',
  notJoined: "Invited, hasn't joined yet",
  invitedHint: "Invited people haven't joined yet. Their days begin when they accept the invitation.",
  pageTotal: 'Total of this page',
  howToChoose: 'To add time off, drag over days, or hold Shift and press the arrow keys.',
  howToChooseByTouch: 'To add time off, hold a day and drag.',
  chosen: (count: number) => `${days(count)} selected`,
  added: (count: number) => `Time off added: ${days(count)}.`,
  changed: 'Time off changed.',
  deleted: 'Time off deleted.',
  saveFailed: "We couldn't save this time off. Please try again.",
  deleteFailed: "We couldn't delete this time off. Please try again.",
  undoFailed: "We couldn't undo this. Please try again.",
  weekFailed: "We couldn't load your week. Please try again.",
} as const
