import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type Absence, type AbsenceInput, type AbsencePage, absenceReply } from '#shared/contract/absences.ts'
import type { Calendar, CalendarYear, TeamCalendar } from '#shared/contract/calendar.ts'
import { messageReply } from '#shared/contract/errors.ts'
import { request } from '../../lib/api-client.ts'
import { useActor } from '../../lib/can.tsx'
import { calendarKeys } from './api.ts'
import { renamed, withoutTimeOff, withTimeOff } from './time-off.ts'

type Days = Calendar['days'][number]
type AnyDay = Omit<Days, 'holiday'> & { holiday?: string | null }
type Surroundings = { today: string; holidays: ReadonlySet<string> }
type ChangeDays = <D extends AnyDay>(days: readonly D[], around: Surroundings) => D[]
type ChangeList = (list: Absence[]) => Absence[]

/** Until the server has given it one. */
let nextTemporaryId = -1
export const isTemporary = (id: number) => id < 0

/** Changes time off: every calendar shows it at once, and shows what was there before if the server refuses. */
export function useChangeTimeOff() {
  const queryClient = useQueryClient()
  const actor = useActor()

  function show(userId: number, days: ChangeDays, list: ChangeList) {
    showInCalendars(queryClient, { userId, isOwn: userId === actor?.id, days, list })
  }

  async function change<Reply>(apply: () => void, ask: () => Promise<Reply>): Promise<Reply> {
    // An answer that is on its way would undo what is shown.
    await queryClient.cancelQueries({ queryKey: calendarKeys.all })
    const before = queryClient.getQueriesData({ queryKey: calendarKeys.all })
    apply()
    try {
      return await ask()
    } catch (error) {
      for (const [key, data] of before) queryClient.setQueryData(key, data)
      throw error
    } finally {
      // Other screens show missed days, and who is off today.
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
            days => renamed(days, shown.id, added.id),
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
            (days, around) => withTimeOff(withoutTimeOff(days, id, around), absence),
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
            (days, around) => withoutTimeOff(days, id, around),
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
      view => view && { ...view, days: days(view.days, { today: view.today, holidays: namedIn(view.days) }) },
    )
  }
  queryClient.setQueriesData<TeamCalendar>({ queryKey: calendarKeys.team }, team => {
    if (!team) return team
    const around = { today: team.today, holidays: new Set(team.holidays.map(({ date }) => date)) }
    const rows = team.data.map(row =>
      row.user.id === userId ? { ...row, days: days(row.days, around) } : row,
    )
    return { ...team, data: rows }
  })
  queryClient.setQueriesData<AbsencePage>(
    { queryKey: calendarKeys.absences, predicate: ({ queryKey }) => queryKey.includes(userId) },
    page => page && { ...page, data: list(page.data) },
  )
}

const namedIn = (days: Days[]) => new Set(days.filter(({ holiday }) => holiday).map(({ date }) => date))
