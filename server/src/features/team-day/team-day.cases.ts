import { type Cases, reviewers } from '../../../test/security/cases.ts'

export const cases: Cases = {
  rows: {
    // Reviewers don't owe a report. A new user owes one for the day of the test clock.
    'POST /api/team/nudges': {
      ...reviewers([409, 201, 404]),
      thing: 'person',
      body: ({ thingId }) => ({ user_id: thingId, date: '2026-03-10' }),
    },
  },
}
