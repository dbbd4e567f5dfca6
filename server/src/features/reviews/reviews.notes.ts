import * as reviews from '#shared/contract/reviews.ts'
import { instant, type Notes, whole } from '../../http/openapi/notes.ts'

export const reviewsNotes: Notes = {
  contract: [reviews],
  fields: {
    review: { description: 'Only reports in this state of review.', example: 'unreviewed' },
    reviewer_name: { example: 'Max Manager' },
    reviewed_at: instant,
    comment_id: { ...whole, description: 'The comment that asks for changes.', example: null },
    'Review.state': { example: 'unreviewed' },
    'ReviewInput.state': { example: 'reviewed' },
    'SeenInput.state': { example: 'unreviewed' },
    'ReviewInput.comment': {
      description: 'Needed to ask for changes. It joins the comments of the report.',
      example: 'Which page?',
    },
    'ReviewInput.mentions': {
      description: 'Ids of users named in the comment. Users who may not read the report are left out.',
      example: [2],
    },
    seen: {
      description:
        'The version and state you decided by. If the report has been edited, or reviewed otherwise, since: 409. Without it the last reviewer wins.',
      example: null,
    },
    'BulkReviewInput.ids': { description: 'Ids of reports.', example: [1] },
    'BulkReviewInput.state': { example: 'reviewed' },
    revisions: { description: 'The versions you decided by, in the order of `ids`.', example: null },
    states: { description: 'The states you decided by, in the order of `ids`.', example: null },
    updated: { ...whole, description: 'How many reports changed their state.', example: 1 },
    updated_ids: { description: 'Their ids.', example: [1] },
  },
}
