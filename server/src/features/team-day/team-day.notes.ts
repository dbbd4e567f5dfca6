import * as teamDay from '#shared/contract/team-day.ts'
import { day, type Notes, whole } from '../../http/openapi/notes.ts'

export const teamDayNotes: Notes = {
  contract: [teamDay],
  fields: {
    counts: { description: 'Of all users that the filter selects, not of the page.' },
    expected: { ...whole, description: 'submitted + late + missing + due', example: 8 },
    submitted: { ...whole, example: 5 },
    late: { ...whole, example: 1 },
    missing: { ...whole, example: 1 },
    due: { ...whole, example: 1 },
    off: { ...whole, example: 1 },
    to_review: { ...whole, description: 'Unreviewed reports of the date, without your own.', example: 3 },
    needs_changes: {
      ...whole,
      description: 'Reports of the date that a reviewer asked to change, without your own.',
      example: 1,
    },
    earlier_to_review: {
      ...whole,
      description: 'Unreviewed reports of earlier dates, without your own, whatever the filter.',
      example: 0,
    },
    earlier_own: {
      ...whole,
      description: 'Your own unreviewed reports of earlier dates, which another reviewer reviews.',
      example: 0,
    },
    today_to_review: {
      ...whole,
      description: 'Unreviewed reports of `today`, without your own.',
      example: 3,
    },
    reporters: {
      ...whole,
      description: 'Users who are expected to report on their working days, whatever this day is.',
      example: 9,
    },
    user_ids: {
      description: 'All users of the list in its order. Empty without `includeUserIds`.',
      example: [],
    },
    includeUserIds: { description: 'Return the ids of all users of the list in `user_ids`.', example: false },
    userIds: {
      description:
        'Only these users of the list, up to 100, separated by commas; others are left out. The counts stay those of the whole list.',
      example: '3,8',
    },
    absence_kind: { description: 'The kind of time off on this date, whatever the state.', example: null },
    is_reminded: { description: 'Has been reminded of this date.', example: false },
    'TeamOverview.date': { ...day, description: 'The date that Today opens with.' },
    owing: {
      description:
        "Users who owe a report for the organization's today: how many, and the first eight by name.",
    },
    review_state: { example: 'unreviewed' },
  },
}
