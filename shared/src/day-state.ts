import { isoWeekday } from './dates.ts'
import { endOfDay } from './zones.ts'

/** The states that a day can have for a user. */
export const dayStates = [
  'submitted',
  'late',
  'none',
  'off',
  'holiday',
  'free',
  'future',
  'due',
  'missing',
] as const
export type DayState = (typeof dayStates)[number]

/** What each state is called on screen and in files. */
export const dayStateLabels: Record<DayState, string> = {
  submitted: 'Submitted',
  late: 'Late',
  missing: 'Missing',
  due: 'Due today',
  off: 'Time off',
  holiday: 'Holiday',
  free: 'Not a working day',
  future: 'Upcoming',
  none: 'Not expected',
}

/** The working days from a day on. Null means the organization's. A change doesn't affect earlier days. */
export type ScheduleEntry = { from: string; days: readonly number[] | null }
/** Sorted by `from`, the earliest first. */
export type Schedule = readonly ScheduleEntry[]

export type PersonDays = {
  /** In the user's zone. */
  today: string
  /** Whether the user has a role that is expected to report. */
  isExpected: boolean
  /** The first day of the account in the user's zone. Null while the user is only invited. */
  firstDay: string | null
  /** The day on which the account was deleted, or null. */
  lastDay: string | null
  schedule: Schedule
  organizationSchedule: Schedule
}

/** When a report was first submitted, and the author's zone at that time. */
export type SentReport = { created_at: string; time_zone: string }

export type DayFacts = {
  report: SentReport | undefined
  isOff: boolean
  isHoliday: boolean
}

/** The state of a day for a user: the first that applies. Every screen and job uses this function. */
export function stateOfDay(
  day: string,
  person: PersonDays,
  { report, isOff, isHoliday }: DayFacts,
): DayState {
  if (report) return stateOfReport(day, report)
  if (!person.isExpected || !hasAccount(day, person)) return 'none'
  if (isOff) return 'off'
  if (isHoliday) return 'holiday'
  if (!workingDaysOn(day, person).includes(isoWeekday(day))) return 'free'
  if (day > person.today) return 'future'
  return day === person.today ? 'due' : 'missing'
}

/** Counts how many of the reports submitted at these moments from a zone are late. */
export function countLate(day: string, time_zone: string, moments: readonly string[]): number {
  const end = endOfDay(day, time_zone)
  return moments.reduce((count, created_at) => (isLate(created_at, end) ? count + 1 : count), 0)
}

const isLate = (created_at: string, end: string) => created_at >= end

/** Whether the user still owes a report on a day with this state. */
export const isOwed = (state: DayState) => state === 'due' || state === 'missing'

/** The state of a day that has a report. */
export function stateOfReport(day: string, { created_at, time_zone }: SentReport): 'submitted' | 'late' {
  return isLate(created_at, endOfDay(day, time_zone)) ? 'late' : 'submitted'
}

const hasAccount = (day: string, { firstDay, lastDay }: PersonDays) =>
  firstDay !== null && day >= firstDay && (lastDay === null || day <= lastDay)

/** The working days that apply to a user on a day. */
export function workingDaysOn(
  day: string,
  { schedule, organizationSchedule }: Pick<PersonDays, 'schedule' | 'organizationSchedule'>,
): readonly number[] {
  return entryOn(day, schedule)?.days ?? entryOn(day, organizationSchedule)?.days ?? []
}

const entryOn = (day: string, schedule: Schedule) => schedule.findLast(({ from }) => from <= day)

/** Changes the working days from a day on. Earlier days keep theirs. */
export function changeSchedule(schedule: Schedule, from: string, days: readonly number[] | null): Schedule {
  const before = schedule.filter(entry => entry.from < from)
  const last = before.at(-1)?.days ?? null
  return String(last) === String(days) ? before : [...before, { from, days }]
}
