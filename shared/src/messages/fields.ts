import { limits } from '../limits.ts'
import { formatCount } from '../numbers.ts'

export const fields = {
  argumentUnknown: (name: string) => `There is no argument "${name}"`,
  required: (path: string) => `${path} is a required field`,
  email: (path: string) => `${path} must be a valid email`,
  invalid: (path: string) => `${path} is not valid`,
  tooLong: (label: string, max: number) => `${label} must be at most ${formatCount(max)} characters`,
  unstorable: (label: string) => `${label} contains an unsupported character`,
  zoneUnknown: 'Unknown time zone',
  workingDayRequired: 'Choose at least one working day',
  workingDaysInvalid: 'Working days are numbers from 1 (Monday) to 7 (Sunday)',
  timeInvalid: 'Time must be in HH:MM format, such as 17:00',
  monthInvalid: 'Month must be in YYYY-MM format',
  yearInvalid: 'Year must be in YYYY format',
  dayTooEarly: `Date can't be before ${limits.earliestDay}`,
  dayTooLate: `Date can't be after ${limits.latestDay}`,
  dateRequired: 'Date is required',
  dateInvalid: 'Date must be in YYYY-MM-DD format',
  fromRequired: 'Choose a start date',
  toRequired: 'Choose an end date',
  endBeforeStart: 'The end date is before the start date',
  tooManyDays: (max: number) => `Choose at most ${max} days`,
} as const
