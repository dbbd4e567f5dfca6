import * as summaries from '#shared/contract/summaries.ts'
import * as team from '#shared/contract/team.ts'
import * as teamInputs from '#shared/contract/team-inputs.ts'
import { day, type Notes, whole } from '../../http/openapi/notes.ts'

export const teamNotes: Notes = {
  contract: [summaries, team, teamInputs],
  fields: {
    counts: { description: 'Of all users that the filter selects, not of the page.' },
    expected: { ...whole, description: 'submitted + late + missing + due', example: 8 },
    submitted: { ...whole, example: 5 },
    late: { ...whole, example: 1 },
    missing: { ...whole, example: 1 },
    due: { ...whole, example: 1 },
    off: { ...whole, example: 1 },
    to_review: { ...whole, description: 'Unreviewed reports of the date, without your own.', example: 3 },
    earlier_to_review: {
      ...whole,
      description: 'Unreviewed reports of earlier dates, without your own, whatever the filter.',
      example: 0,
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
    previous: { ...day, description: 'The working day before.', example: '2026-03-09' },
    next: { ...day, description: 'The working day after. Null after today.', example: null },
    absence_kind: { description: 'The kind of time off on this date, whatever the state.', example: null },
    is_reminded: { description: 'Has been reminded of this date.', example: false },
    'TeamOverview.date': { ...day, description: 'The date that Today opens with.' },
    owing: {
      description:
        "Users who owe a report for the organization's today: how many, and the first eight by name.",
    },
    'Summary.reported': { description: 'By name, as all users here.' },
    'Summary.missing': { description: 'Owed a report and sent none.', example: [] },
    'Summary.due': { description: 'Still owe it: their day is not over.', example: [] },
    'Summary.off': { description: 'Have time off.', example: [] },
    is_late: { description: 'Sent after the end of its date.', example: false },
    review_state: { example: 'unreviewed' },
    minutes: { ...whole, description: 'Whole minutes.', example: 450 },
    minutes_before: { ...whole, description: 'On the same days one week before.', example: 420 },
    first: { ...day, description: 'Monday.', example: '2026-03-09' },
    last: { ...day, description: 'Sunday.', example: '2026-03-15' },
    'SummaryHours.projects': { description: 'The most hours first.' },
    'ProjectMinutes.name': { example: 'Website' },
  },
}
