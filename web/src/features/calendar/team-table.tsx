import { type RefObject, useMemo } from 'react'
import type { TeamCalendar } from '#shared/contract/calendar.ts'
import { addMinutes, formatHours, minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import {
  type DaysRow,
  type DayView,
  dayColumns,
  InvitedBadge,
  type Place,
  TeamDays,
} from '../../domain/team-days.tsx'
import { formatMonth } from '../../lib/dates.ts'
import { describeDay, shownState } from './day-state.tsx'

type Row = TeamCalendar['data'][number]
type Day = Row['days'][number]

type TeamTableProps = {
  calendar: TeamCalendar
  isBusy: boolean
  /** Called for a day without a report. */
  onDay: (user: Row['user'], day: Day) => void
  onMonth: (count: -1 | 1, from: Place) => void
  cameFrom: RefObject<Place | null>
}

/** The team's month: the hours of each report, and a mark for every other day. */
export function TeamTable({ calendar, isBusy, onDay, onMonth, cameFrom }: TeamTableProps) {
  const { month, today, holidays, data, pagination } = calendar
  const columns = useMemo(() => {
    const dates = data[0]?.days.map(({ date }) => date) ?? []
    return dayColumns(dates, today, new Map(holidays.map(({ date, name }) => [date, name])))
  }, [data, today, holidays])
  const rows = useMemo(() => data.map(rowOf), [data])
  return (
    <TeamDays
      caption={`Team in ${formatMonth(month)}`}
      columns={columns}
      rows={rows}
      totals={totalsOf(data, pagination.pages)}
      isBusy={isBusy}
      onDay={({ row, column }) => {
        const { user, days } = data[row] ?? {}
        const day = days?.[column]
        if (user && day) onDay(user, day)
      }}
      onPeriod={onMonth}
      cameFrom={cameFrom}
    />
  )
}

const rowOf = ({ user, days }: Row): DaysRow => ({
  id: user.id,
  name: user.name,
  total: user.invited ? <InvitedBadge /> : <span>{formatHours(sumOf(days))}</span>,
  days: days.map(day => viewOf(day, user.invited)),
})

function viewOf(day: Day, isInvited: boolean): DayView {
  const state = shownState(day)
  // Without a password no day has a state, and "Not expected" alone would not say why.
  const words = isInvited && state === 'none' ? messages.calendar.notJoined : describeDay(day)
  if (day.report_id === null) return { state, words }
  return {
    state,
    words,
    text: formatHours(minutesOf(day.hours ?? 0)),
    href: paths.reviewReport(day.report_id),
  }
}

/** The hours of each day, of the people on this page. A day without a report has no total. */
function totalsOf(rows: readonly Row[], pages: number) {
  const perDay = rows[0]?.days.map((_, index) => sumOf(rows.flatMap(({ days }) => days[index] ?? []))) ?? []
  return {
    label: pages > 1 ? messages.calendar.pageTotal : 'Total',
    total: formatHours(addMinutes(perDay)),
    days: perDay.map(minutes => (minutes > 0 ? formatHours(minutes) : '')),
  }
}

const sumOf = (days: readonly Day[]) => addMinutes(days.map(({ hours }) => minutesOf(hours ?? 0)))
