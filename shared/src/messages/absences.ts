import { limits } from '../limits.ts'

export const absences = {
  startRequired: 'Start date is required',
  endRequired: 'End date is required',
  endBeforeStart: 'The end date is before the start date',
  tooLong: `Time off can be at most ${limits.absenceDaysMax} days long`,
  kindRequired: 'Kind of time off is required',
  kindUnknown: 'Kind of time off must be vacation, sick or other',
  overlaps: 'There is already time off on these days',
  notFound: 'Time off not found',
  deleted: 'Time off deleted.',
} as const
