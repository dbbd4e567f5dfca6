import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type Absence, type AbsenceInput, type AbsencePage, absenceReply } from '#shared/contract/absences.ts'
import type { Calendar, CalendarDay, CalendarYear, TeamCalendar } from '#shared/contract/calendar.ts'
import { messageReply } from '#shared/contract/errors.ts'
import { isoWeekday } from '#shared/dates.ts'
import type { DayState } from '#shared/day-state.ts'
import { request } from '../../lib/api-client.ts'
import { useActor } from '../../lib/can.tsx'
import { calendarKeys } from './api.ts'

type AnyDay = Omit<CalendarDay, 'holiday'> & { holiday?: string | null }
type DayContext = { today: string; holidays: ReadonlySet<string> }
type ChangeDays = <D extends AnyDay>(days: readonly D[], context: DayContext) => D[]
type ChangeList = (list: Absence[]) => Absence[]

/** New time off has a negative id until the server has assigned one. */
let nextTemporaryId = -1
export const isTemporary = (id: number) => id < 0

/** Changes time off. Every calendar shows the change at once, and reverts it if the call fails. */
export function useChangeTimeOff() {
  const queryClient = useQueryClient()
  const actor = useActor()

  function show(userId: number, days: ChangeDays, list: ChangeList) {
    showInCalendars(queryClient, { userId, isOwn: userId === actor?.id, days, list })
  }

  async function change<Reply>(apply: () => void, send: () => Promise<Reply>): Promise<Reply> {
    // A response that is still under way would overwrite the change.
    await queryClient.cancelQueries({ queryKey: calendarKeys.all })
    const before = queryClient.getQueriesData({ queryKey: calendarKeys.all })
    apply()
    try {
      return await send()
    } catch (error) {
      for (const [key, data] of before) queryClient.setQueryData(key, data)
      throw error
    } finally {
      // Other screens show missed days, and who is off today, so all queries are loaded again.
      void queryClient.invalidateQueries()
    }
  }

  return {
    add(user: { id: number; name: string }, { user_id: _, ...period }: AbsenceInput): Promise<Absence> {
      const shown: Absence = { ...period, id: nextTemporaryId--, user_id: user.id, user_name: user.name }
      const user_id = user.id === actor?.id ? undefined : user.id
      return change(
        () =>
          show(
            user.id,
            days => withTimeOff(days, shown),
            list => [...list, shown],
          ),
        async () => {
          const body = { ...period, user_id }
          const added = await request({ method: 'POST', path: '/absences', body, reply: absenceReply })
          show(
            user.id,
            days => withAbsenceId(days, shown.id, added.id),
            list => list.map(each => (each.id === shown.id ? added : each)),
          )
          return added
        },
      )
    },

    edit(absence: Absence): Promise<Absence> {
      const { id, user_id, user_name: _, ...body } = absence
      return change(
        () =>
          show(
            user_id,
            (days, context) => withTimeOff(withoutTimeOff(days, id, context), absence),
            list => list.map(each => (each.id === id ? absence : each)),
          ),
        () => request({ method: 'PUT', path: `/absences/${id}`, body, reply: absenceReply }),
      )
    },

    remove({ id, user_id }: Absence): Promise<unknown> {
      return change(
        () =>
          show(
            user_id,
            (days, context) => withoutTimeOff(days, id, context),
            list => list.filter(each => each.id !== id),
          ),
        () => request({ method: 'DELETE', path: `/absences/${id}`, reply: messageReply }),
      )
    },
  }
}

type Shown = { userId: number; isOwn: boolean; days: ChangeDays; list: ChangeList }

function showInCalendars(queryClient: QueryClient, { userId, isOwn, days, list }: Shown) {
  if (isOwn) {
    queryClient.setQueriesData<Calendar | CalendarYear>(
      { queryKey: calendarKeys.mine },
      view =>
        view && { ...view, days: days(view.days, { today: view.today, holidays: holidaysIn(view.days) }) },
    )
  }
  queryClient.setQueriesData<TeamCalendar>({ queryKey: calendarKeys.team }, team => {
    if (!team) return team
    const context = { today: team.today, holidays: new Set(team.holidays.map(({ date }) => date)) }
    const rows = team.data.map(row =>
      row.user.id === userId ? { ...row, days: days(row.days, context) } : row,
    )
    return { ...team, data: rows }
  })
  queryClient.setQueriesData<AbsencePage>(
    { queryKey: calendarKeys.absences, predicate: ({ queryKey }) => queryKey.includes(userId) },
    page => page && { ...page, data: list(page.data) },
  )
}

const holidaysIn = (days: CalendarDay[]) =>
  new Set(days.filter(({ holiday }) => holiday).map(({ date }) => date))

// These functions compute the days to show after a change, before the server has answered.

type Day = Pick<CalendarDay, 'date' | 'state' | 'absence_id'> & { holiday?: string | null }
type Period = Pick<Absence, 'id' | 'start_date' | 'end_date'>

/** Time off changes neither a day with a report nor one on which no report is expected. */
const keepsState = (state: DayState) => state === 'submitted' || state === 'late' || state === 'none'

/** The days with this time off. */
export function withTimeOff<D extends Day>(days: readonly D[], { id, start_date, end_date }: Period): D[] {
  return days.map(day =>
    day.date >= start_date && day.date <= end_date
      ? { ...day, absence_id: id, state: keepsState(day.state) ? day.state : 'off' }
      : day,
  )
}

/** The days without this time off. Their states are derived from the other days until the server answers. */
export function withoutTimeOff<D extends Day>(
  days: readonly D[],
  id: number,
  { today, holidays }: { today: string; holidays: ReadonlySet<string> },
): D[] {
  const free = new Set(days.filter(({ state }) => state === 'free').map(({ date }) => isoWeekday(date)))
  const stateOf = ({ date, state }: D): DayState => {
    if (keepsState(state)) return state
    if (holidays.has(date)) return 'holiday'
    if (free.has(isoWeekday(date))) return 'free'
    if (date > today) return 'future'
    return date === today ? 'due' : 'missing'
  }
  return days.map(day => (day.absence_id === id ? { ...day, absence_id: null, state: stateOf(day) } : day))
}

/** The days with the id that the server has assigned, in place of the temporary one. */
export function withAbsenceId<D extends Day>(days: readonly D[], from: number, to: number): D[] {
  return days.map(day => (day.absence_id === from ? { ...day, absence_id: to } : day))
}
