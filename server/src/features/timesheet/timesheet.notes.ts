import * as timesheet from '#shared/contract/timesheet.ts'
import { type Notes, whole } from '../../http/openapi/notes.ts'

const ofDays = { description: 'Whole minutes of each day of `days`.', example: [450] }
const ofPeriod = { ...whole, description: 'Whole minutes of the period.', example: 450 }

export const timesheetNotes: Notes = {
  contract: [timesheet],
  fields: {
    format: { description: 'The kind of file.', example: 'xlsx' },
    'Timesheet.days': { description: 'Each day of the period, in order.', example: ['2026-03-09'] },
    'Timesheet.totals': { description: 'Of all users that the filters select, not only of this page.' },
    'TimesheetRow.minutes': ofDays,
    'TimesheetRow.total': ofPeriod,
    'TimesheetRow.states': {
      description: 'What each day of `days` is for the user.',
      example: ['submitted'],
    },
    'TimesheetTotals.minutes': ofDays,
    'TimesheetTotals.total': ofPeriod,
  },
}
