import type { InsightUnit } from '#shared/contract/insights.ts'
import { addDays, type Span, spanOfUnit } from '#shared/dates.ts'
import type { Column } from '../components/chart/stacked-bars.tsx'
import {
  formatDay,
  formatDayAndMonth,
  formatDaySpan,
  formatMonth,
  formatMonthAndYear,
  formatShortMonth,
  formatSpan,
  formatWeekday,
} from '../lib/dates.ts'

/** The first day of the day, week or month that a day is in. */
export const firstDayOf = (day: string, unit: InsightUnit): string => spanOfUnit(unit, day).startDate

/** The days of the unit that begins on `first`, without those outside of the period. */
export function daysOfUnit(first: string, unit: InsightUnit, period: Span): Span {
  const last = spanOfUnit(unit, first).endDate
  return {
    startDate: first < period.startDate ? period.startDate : first,
    endDate: last > period.endDate ? period.endDate : last,
  }
}

/** The first days of all units of a period, in order. */
export function unitsOf({ startDate, endDate }: Span, unit: InsightUnit): string[] {
  const units: string[] = []
  let unitSpan = spanOfUnit(unit, startDate)
  while (unitSpan.startDate <= endDate) {
    units.push(unitSpan.startDate)
    unitSpan = spanOfUnit(unit, addDays(unitSpan.endDate, 1))
  }
  return units
}

/** The label of a unit below a picture, and its name in a sentence. Both have the year if the period spans two years. */
export function columnOf(first: string, unit: InsightUnit, period: Span): Column {
  const { startDate, endDate } = daysOfUnit(first, unit, period)
  const hasYears = period.startDate.slice(0, 4) !== period.endDate.slice(0, 4)
  if (unit === 'day') {
    const label = formatDayAndMonth(first)
    return { label, name: `${formatWeekday(first, 'short')} ${label}` }
  }
  if (unit === 'week')
    return hasYears
      ? { label: formatDay(startDate), name: formatDaySpan(startDate, endDate) }
      : { label: formatDayAndMonth(startDate), name: formatSpan(startDate, endDate) }
  const month = first.slice(0, 7)
  return { label: hasYears ? formatMonthAndYear(month) : formatShortMonth(month), name: formatMonth(month) }
}
