import type { Absence } from '#shared/contract/absences.ts'
import type { Calendar, CalendarDay, CalendarYear, TeamCalendar } from '#shared/contract/calendar.ts'
import { daysOfMonth, daysOfYear, isoWeekday } from '#shared/dates.ts'

/** A Wednesday. */
export const today = '2026-03-18'

type Given = Record<string, Partial<CalendarDay>>

/** Monday to Friday are working days, and none before today has a report unless it is given one. */
function dayOf(date: string, given: Given): CalendarDay {
  const isFree = isoWeekday(date) > 5
  const state = isFree ? 'free' : date > today ? 'future' : date === today ? 'due' : 'missing'
  return { date, state, report_id: null, hours: null, absence_id: null, holiday: null, ...given[date] }
}

export const makeMonth = (month = '2026-03', given: Given = {}): Calendar => ({
  month,
  today,
  days: daysOfMonth(month).map(date => dayOf(date, given)),
})

export const makeYear = (year = '2026', given: Given = {}): CalendarYear => ({
  year,
  today,
  days: daysOfYear(year).map(date => dayOf(date, given)),
})

export const makeAbsence = (given: Partial<Absence> = {}): Absence => ({
  id: 40,
  user_id: 7,
  user_name: 'Robin Reyes',
  start_date: '2026-03-24',
  end_date: '2026-03-25',
  kind: 'sick',
  note: null,
  ...given,
})

export const absencePage = (...data: Absence[]) => ({
  data,
  pagination: { total: data.length, pages: 1, page: 1, limit: 100 },
})

type Person = Omit<TeamCalendar['data'][number]['user'], 'invited'> & { invited?: boolean }

export function makeTeamMonth(people: { user: Person; given?: Given }[], month = '2026-03'): TeamCalendar {
  const daysOf = (given: Given = {}) => makeMonth(month, given).days.map(({ holiday: _, ...day }) => day)
  return {
    month,
    today,
    holidays: [],
    data: people.map(({ user, given }) => ({ user: { invited: false, ...user }, days: daysOf(given) })),
    pagination: { total: people.length, pages: 1, page: 1, limit: 50 },
  }
}
