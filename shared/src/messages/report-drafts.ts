import { limits } from '../limits.ts'

export const reportDrafts = {
  empty: 'Write at least one task, a summary, a blocker or a plan',
  tooMany: `You have ${limits.reportDraftsMax} drafts. Submit or discard one first.`,
  /** `name`: the access token with which the draft was saved, if it was one. */
  offered: (name: string | null, time: string) =>
    name === null ? `Draft saved ${time}` : `Draft from ${name}, saved ${time}`,
  used: 'The draft is in the form.',
  added: "The draft was added to what you've written.",
  discarded: 'Draft discarded.',
  discardFailed: "We couldn't discard the draft. Please try again.",
} as const
