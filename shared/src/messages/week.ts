/** The week on the dashboard. Not in all.ts: the login page doesn't need it. */
export const weekMessages = {
  loadFailed: 'Failed to load your week. Please try again.',
} as const
