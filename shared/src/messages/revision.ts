/** Versions of a report and their differences. Not in all.ts: most pages need none of these. */
export const revisionMessages = {
  loadFailed: 'Failed to load the changes. Please try again.',
  none: "Earlier versions of this report weren't kept.",
  same: 'These two versions are the same.',
  shortened: 'The texts are too long to be shown in full. They end at "…".',
} as const
