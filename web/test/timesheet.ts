import type { Timesheet } from '#shared/contract/timesheet.ts'
import { daysWithin, isoWeekday } from '#shared/dates.ts'
import type { DayState } from '#shared/day-state.ts'
import { addMinutes } from '#shared/hours.ts'
import type { Role } from '#shared/roles.ts'

type Person = {
  id: number
  name: string
  role?: Role
  invited?: boolean
  /** Minutes by date. */
  minutes?: Record<string, number>
  /** States of days without minutes; Monday to Friday are missing, if nothing else is said. */
  states?: Record<string, DayState>
}

export function makeTimesheet(
  people: readonly Person[],
  {
    from = '2026-03-16',
    to = '2026-03-22',
    ...rest
  }: Partial<Timesheet> & { from?: string; to?: string } = {},
): Timesheet {
  const days = daysWithin(from, to)
  const data = people.map(({ id, name, role = 'developer', invited = false, minutes = {}, states = {} }) => {
    const list = days.map(day => minutes[day] ?? 0)
    return {
      user: { id, name, role, invited },
      minutes: list,
      total: addMinutes(list),
      states: days.map(
        day => states[day] ?? (minutes[day] ? 'submitted' : isoWeekday(day) > 5 ? 'free' : 'missing'),
      ),
    }
  })
  return {
    days,
    data,
    totals: {
      minutes: days.map((_, index) => addMinutes(data.map(({ minutes }) => minutes[index] ?? 0))),
      total: addMinutes(data.map(({ total }) => total)),
    },
    holidays: [],
    of_your_teams: false,
    pagination: { total: people.length, pages: 1, page: 1, limit: 50 },
    ...rest,
  }
}
