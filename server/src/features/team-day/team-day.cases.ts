import { type Cases, reviewers } from '../../../test/security/cases.ts'

export const cases: Cases = {
  rows: {
    // Reviewers owe no report themselves; a new user owes that of the test clock's day.
    'POST /api/team/nudges': {
      ...reviewers([409, 201, 404]),
      thing: 'person',
      body: ({ thingId }) => ({ user_id: thingId, date: '2026-03-10' }),
    },
  },
}
