import * as summaries from '#shared/contract/summaries.ts'
import { day, type Notes, whole } from '../../http/openapi/notes.ts'

export const summariesNotes: Notes = {
  contract: [summaries],
  fields: {
    previous: { ...day, description: 'The working day before.', example: '2026-03-09' },
    next: { ...day, description: 'The working day after. Null after today.', example: null },
    'Summary.reported': { description: 'By name, as all users here.' },
    'Summary.missing': { description: 'Owed a report and sent none.', example: [] },
    'Summary.due': { description: 'Still owe it: their day is not over.', example: [] },
    'Summary.off': { description: 'Have time off.', example: [] },
    is_late: { description: 'Sent after the end of its date.', example: false },
    minutes: { ...whole, description: 'Whole minutes.', example: 450 },
    minutes_before: { ...whole, description: 'On the same days one week before.', example: 420 },
    first: { ...day, description: 'Monday.', example: '2026-03-09' },
    last: { ...day, description: 'Sunday.', example: '2026-03-15' },
    'SummaryHours.projects': { description: 'The most hours first.' },
    'ProjectMinutes.name': { example: 'Website' },
  },
}
