import { dayLimits } from '../limits.ts'

const count = (number: number) => number.toLocaleString('en-US')

/** Settings, working days, holidays and time off. Not in all.ts: what stands there is loaded with the login page. */
export const dayMessages = {
  zoneUnknown: 'Unknown time zone',
  workingDayRequired: 'Choose at least one working day',
  workingDaysInvalid: 'Working days are numbers from 1 (Monday) to 7 (Sunday)',
  rolesInvalid: 'Reporting roles must be a list of roles',
  timeInvalid: 'Time must be in HH:MM format, such as 17:00',
  monthInvalid: 'Month must be in YYYY-MM format',
  yearInvalid: 'Year must be in YYYY format',
  dayTooEarly: `Date can't be before ${dayLimits.earliest}`,
  dayTooLate: `Date can't be after ${dayLimits.latest}`,
  emailNotificationsInvalid: 'Email notifications must be instant, daily or off',

  holidayNameRequired: 'Holiday name is required',
  holidayExists: 'There is already a holiday on this date',
  holidayNotFound: 'Holiday not found',
  holidayDeleted: (name: string) => `Holiday ${name} deleted.`,
  holidaysRequired: 'Add at least one holiday',
  tooManyAtOnce: `At most ${count(dayLimits.holidaysPerImport)} holidays can be imported at once`,
  tooManyHolidays: `There can be at most ${count(dayLimits.holidaysMax)} holidays. Delete old ones first.`,

  startRequired: 'Start date is required',
  endRequired: 'End date is required',
  endBeforeStart: 'The end date is before the start date',
  absenceTooLong: `Time off can be at most ${dayLimits.absenceDaysMax} days long`,
  kindRequired: 'Kind of time off is required',
  kindUnknown: 'Kind of time off must be vacation, sick or other',
  absenceOverlaps: 'There is already time off on these days',
  absenceNotFound: 'Time off not found',
  absenceDeleted: 'Time off deleted.',
} as const
