import * as calendar from '#shared/contract/calendar.ts'
import * as missedDays from '#shared/contract/missed-days.ts'
import { day, type Notes, whole } from '../../http/openapi/notes.ts'

export const calendarNotes: Notes = {
  contract: [calendar, missedDays],
  fields: {
    month: { description: 'By default the current one.', example: '2026-03' },
    year: { description: 'By default the current one.', example: '2026' },
    today: { ...day, description: 'The current day in the time zone that counts.' },
    state: { example: 'submitted' },
    report_id: { ...whole, example: 1 },
    absence_id: { ...whole, description: 'The time off on this day, whatever its state.', example: null },
    holiday: { description: 'The name of the holiday, whatever the state.', example: null },
    days: { description: 'In order.' },
    'MissedDays.days': {
      description: 'Missing days inside the edit window, and days with a draft, in order.',
      example: ['2026-03-09'],
    },
    'MissedDays.drafts': { description: 'Those of `days` that have a draft, in order.', example: [] },
    'MissedDays.reminders': { description: 'Of reports that you still owe, newest first.', example: [] },
  },
}
