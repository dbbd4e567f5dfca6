import { useQuery } from '@tanstack/react-query'
import type { CalendarDay } from '#shared/contract/calendar.ts'
import { addDays, isoWeekday } from '#shared/dates.ts'
import { addMinutes, formatHours, minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Figure } from '../../components/chart/figure.tsx'
import { StackedBars } from '../../components/chart/stacked-bars.tsx'
import { columnOf } from '../../domain/periods.ts'
import { lookOf } from '../../domain/series-look.ts'
import { monthOptions } from './api.ts'

const texts = messages.insights

const weeks = 4

type LastWeeksProps = {
  today: string
  /** The list above it isn't shown yet, and would move it. */
  isHeldBack: boolean
}

/** The user's hours on each day of the last weeks. Left out without hours, or if they couldn't be loaded. */
export function LastWeeks({ today, isHeldBack }: LastWeeksProps) {
  const monday = addDays(today, 1 - isoWeekday(today))
  const first = addDays(monday, -7 * (weeks - 1))
  // If all weeks are in one month, both queries are the same and one call is made.
  const earlier = useQuery(monthOptions(first.slice(0, 7)))
  const later = useQuery(monthOptions(addDays(monday, 6).slice(0, 7)))
  if (isHeldBack || !earlier.data || !later.data) return null
  const all = new Map([...earlier.data.days, ...later.data.days].map(day => [day.date, day] as const))
  const days = Array.from({ length: 7 * weeks }, (_, index) => addDays(first, index))
  const minutes = days.map(date => minutesOn(all.get(date)))
  if (addMinutes(minutes) === 0) return null
  const period = { startDate: first, endDate: addDays(monday, 6) }
  const columns = days.map(date => columnOf(date, 'day', period))
  const ofWeek = (before: number) =>
    formatHours(addMinutes(minutes.slice(-7 * (before + 1), before ? -7 * before : undefined)))
  return (
    <Figure title="Your last four weeks" sentence={texts.ownWeeks(ofWeek(0), ofWeek(1))}>
      <StackedBars
        label="Your hours by day"
        columns={columns.map((column, index) => (index % 7 === 0 ? column : { ...column, label: '' }))}
        bars={[
          {
            look: lookOf(0),
            values: minutes,
            describe: column => texts.sum(columns[column]?.name ?? '', formatHours(minutes[column] ?? 0)),
            hrefOf: column => paths.report(all.get(days[column] ?? '')?.report_id ?? ''),
          },
        ]}
        unit={60}
        formatTick={texts.tick}
        isSmall
        hint={texts.hintOwn}
      />
    </Figure>
  )
}

/** Each bar links to a report, so hours without one are not drawn. */
const minutesOn = (day: CalendarDay | undefined) =>
  day?.hours && day.report_id !== null ? minutesOf(day.hours) : 0
