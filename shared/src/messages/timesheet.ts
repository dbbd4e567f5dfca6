import { formatCount } from '../numbers.ts'

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

export const timesheet = {
  formatUnknown: 'The format must be csv or xlsx',
  failed: 'Failed to load the timesheet. Please try again.',
  /** The name of the table; `period` is "March 2026" or "16 – 22 Mar 2026". */
  caption: (period: string) => `Hours in ${period}`,
  /** The totals are of all pages. */
  totalOf: (people: number) => `Total of ${formatCount(people)} people`,
  noHours: 'No hours',
  /** Of the days of a week. */
  missingOf: (count: number) => `${count} missing`,
  missingDaysOf: (count: number) => `${days(count)} missing`,
  offOf: (count: number) => `${count} off`,
  daysOffOf: (count: number) => `${days(count)} off`,
} as const
