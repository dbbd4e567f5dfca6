import type { ReviewState } from '#shared/contract/reviews.ts'

/** In lists and filters, where there is no room for names. */
export const reviewWords: Record<ReviewState, string> = {
  unreviewed: 'To review',
  needs_changes: 'Needs changes',
  reviewed: 'Reviewed',
}
