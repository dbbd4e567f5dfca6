import { type RefObject, useMemo } from 'react'
import type { Timesheet } from '#shared/contract/timesheet.ts'
import { type DayState, dayStateLabels } from '#shared/day-state.ts'
import { addMinutes, formatHours, sayHours } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { holidayWords } from '../../domain/day-marks.tsx'
import {
  type DayColumn,
  type DaysRow,
  type DayView,
  dayColumns,
  InvitedBadge,
  type Place,
  TeamDays,
  TeamDaysSkeleton,
} from '../../domain/team-days.tsx'
import { formatLongSpan, formatShortMonth } from '../../lib/dates.ts'
import { type Period, periodOf, searchOfPeriod, titleOf, weeksWithin } from './periods.ts'

type Entry = Timesheet['data'][number]

/** The marks of a timesheet. A day with a report shows its hours instead. */
export const markedStates = ['missing', 'due', 'off', 'holiday', 'free'] satisfies DayState[]

type TimesheetTableProps = {
  timesheet: Timesheet
  projectId: string | undefined
  /** Of the shown URL, for links to a week of a month. */
  search: string
  today: string
  isNarrow: boolean
  isBusy: boolean
  onPeriod: (count: -1 | 1, from: Place) => void
  cameFrom: RefObject<Place | null>
}

/**
 * People and their hours by day, with the totals of both. On a phone a person's days stand below the name; there a month
 * shows its weeks, each of which leads to its days.
 */
export function TimesheetTable(props: TimesheetTableProps) {
  const { timesheet, projectId, search, today, isNarrow, isBusy, onPeriod, cameFrom } = props
  const { days, data, totals, holidays, pagination } = timesheet
  // Of the reply: the URL may be at the next period already.
  const period = periodOf(days[0] ?? today, days.length === 7 ? 'week' : 'month')
  const byWeek = isNarrow && period.unit === 'month'
  const { columns, rows, dayTotals } = useMemo(() => {
    const names = new Map(holidays.map(({ date, name }) => [date, name]))
    if (byWeek) {
      const weeks = weeksWithin(days)
      return {
        columns: weeks.map(week => weekColumn(week, days, today)),
        rows: data.map(entry =>
          rowOf(
            entry,
            weeks.map(week => viewOfWeek(entry, week, days, search)),
          ),
        ),
        dayTotals: weeks.map(week => addMinutes(week.map(index => totals.minutes[index] ?? 0))),
      }
    }
    const views = { days, names, projectId, hasWords: period.unit === 'week' }
    return {
      columns: dayColumns(days, today, names),
      rows: data.map(entry => rowOf(entry, viewsOf(entry, views))),
      dayTotals: totals.minutes,
    }
  }, [byWeek, period.unit, days, data, totals, holidays, projectId, search, today])

  return (
    <TeamDays
      key={`${period.from} ${period.to} ${isNarrow} ${pagination.page}`}
      caption={messages.timesheet.caption(titleOf(period))}
      columns={columns}
      rows={rows}
      totals={{
        label: pagination.pages > 1 ? messages.timesheet.totalOf(pagination.total) : 'Total',
        total: formatHours(totals.total),
        days: dayTotals.map(hoursOrNothing),
      }}
      isBusy={isBusy}
      onPeriod={onPeriod}
      cameFrom={cameFrom}
      layout={layoutOf(period, isNarrow)}
    />
  )
}

const layoutOf = ({ unit }: Period, isNarrow: boolean) =>
  isNarrow ? 'list' : unit === 'week' ? 'wide' : undefined

const hoursOrNothing = (minutes: number) => (minutes > 0 ? formatHours(minutes) : '')

const rowOf = ({ user, total }: Entry, days: DayView[]): DaysRow => ({
  id: user.id,
  name: user.name,
  total: user.invited ? <InvitedBadge /> : <span>{formatHours(total)}</span>,
  days,
})

type ViewOptions = {
  days: readonly string[]
  /** The names of holidays by their date. */
  names: ReadonlyMap<string, string>
  projectId: string | undefined
  hasWords: boolean
}

function viewsOf(
  { user, minutes, states }: Entry,
  { days, names, projectId, hasWords }: ViewOptions,
): DayView[] {
  return days.map((date, index): DayView => {
    const state = states[index] ?? 'none'
    const worked = minutes[index] ?? 0
    if (worked > 0) {
      const href = reportsOn(date, user.id, projectId)
      return { state: 'worked', words: sayHours(worked), text: formatHours(worked), href }
    }
    // Reported, but the hours are on other projects than the chosen one.
    if (state === 'submitted' || state === 'late')
      return { state: 'worked', words: messages.timesheet.noHours, text: '–' }
    // Without a password no day has a state, and "Not expected" alone would not say why.
    if (user.invited && state === 'none') return { state, words: messages.calendar.notJoined }
    const name = names.get(date)
    const words = state === 'holiday' && name ? holidayWords(name) : dayStateLabels[state]
    return hasWords && isWorthAWord(state) ? { state, words, text: dayStateLabels[state] } : { state, words }
  })
}

/** A mark is enough for the others, and so is an empty cell for those without a mark. */
const isWorthAWord = (state: DayState) =>
  state === 'missing' || state === 'due' || state === 'off' || state === 'holiday'

/** A person may have several reports on a day. */
function reportsOn(date: string, userId: number, projectId: string | undefined) {
  const query = new URLSearchParams({ userId: String(userId), startDate: date, endDate: date })
  if (projectId !== undefined) query.set('projectId', projectId)
  return paths.allReports(`?${query.toString()}`)
}

const spanOfWeek = (week: readonly number[], days: readonly string[]) =>
  [days[week[0] ?? 0] ?? '', days[week.at(-1) ?? 0] ?? ''] as const

function weekColumn(week: readonly number[], days: readonly string[], today: string): DayColumn {
  const [first, last] = spanOfWeek(week, days)
  const [from, to] = [first, last].map(day => String(Number(day.slice(8))))
  return {
    key: first,
    label: formatLongSpan(first, last),
    head: [formatShortMonth(first.slice(0, 7)), from === to ? `${from}` : `${from}–${to}`],
    isToday: today >= first && today <= last,
  }
}

function viewOfWeek(
  { minutes, states }: Entry,
  week: readonly number[],
  days: readonly string[],
  search: string,
): DayView {
  const worked = addMinutes(week.map(index => minutes[index] ?? 0))
  const count = (state: DayState) => week.filter(index => states[index] === state).length
  const [missing, off] = [count('missing'), count('off')]
  const { missingOf, offOf, missingDaysOf, daysOffOf, noHours } = messages.timesheet
  const [first] = spanOfWeek(week, days)
  return {
    state: 'worked',
    words: [
      worked > 0 ? sayHours(worked) : noHours,
      ...(missing > 0 ? [missingDaysOf(missing)] : []),
      ...(off > 0 ? [daysOffOf(off)] : []),
    ].join(', '),
    // A week is wide enough for one line.
    text: worked > 0 ? formatHours(worked).replace(' ', '\u00a0') : '–',
    note: missing > 0 ? missingOf(missing) : off > 0 ? offOf(off) : undefined,
    href: paths.timesheet(searchOfPeriod(periodOf(first, 'week'), search)),
  }
}

/** Stands in for the table while it loads. */
export function TimesheetSkeleton({
  days,
  period,
  isNarrow,
}: {
  days: string[]
  period: Period
  isNarrow: boolean
}) {
  const columns =
    isNarrow && period.unit === 'month'
      ? weeksWithin(days).map(week => weekColumn(week, days, ''))
      : dayColumns(days, '', new Map())
  return <TeamDaysSkeleton columns={columns} layout={layoutOf(period, isNarrow)} />
}
