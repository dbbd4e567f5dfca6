import { type Cases, reviewers } from '../../../test/security/cases.ts'

export const cases: Cases = {
  ids: { summaries: 'day' },
  // A Friday, with its week; a Thursday; and none.
  fixed: { day: () => ({ own: '2026-03-06', others: '2026-03-05', missing: 'x' }) },
  rows: {
    // Reviewers owe no report themselves; a new user owes that of the test clock's day.
    'POST /api/team/nudges': {
      ...reviewers([409, 201, 404]),
      thing: 'person',
      body: ({ thingId }) => ({ user_id: thingId, date: '2026-03-10' }),
    },
  },
}
