import * as team from '#shared/contract/team.ts'
import * as teamInputs from '#shared/contract/team-inputs.ts'
import { day, type Notes, whole } from '../../http/openapi/notes.ts'

export const teamDayNotes: Notes = {
  contract: [team, teamInputs],
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
