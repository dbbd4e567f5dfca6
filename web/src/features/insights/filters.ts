import { useLocation } from 'react-router'
import { periodError } from '#shared/contract/fields.ts'
import {
  type InsightGroup,
  type InsightUnit,
  insightGroups,
  insightUnits,
} from '#shared/contract/insights.ts'
import { countDays, type DatePreset, isDay, type Span, spanOf } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { useToday } from '../../lib/dates.ts'
import { filtersIn, isId, isOneOf, useUrlFilters } from '../../lib/url.ts'

/** The choices of the page, named as in the URL and the API. */
export type InsightFilters = {
  from: string
  to: string
  unit: InsightUnit
  by: InsightGroup
  projectId: string | undefined
  userId: string | undefined
}

export const unitLabels: Record<InsightUnit, string> = { day: 'Day', week: 'Week', month: 'Month' }
export const groupLabels: Record<InsightGroup, string> = {
  project: 'Project',
  person: 'Person',
  role: 'Role',
}

export const insightPresets = [
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
] as const satisfies DatePreset[]

/** In the first days of a month, the page starts with the month before, because there is little to see of this one. */
const firstDays = 7

const firstPeriod = (today: string): Span =>
  spanOf(Number(today.slice(8)) <= firstDays ? 'last-month' : 'this-month', today)

/** More bars would be too narrow. */
const barsMax = 110
const daysOf: Record<InsightUnit, number> = { day: 1, week: 7, month: 28 }

/** Whether a picture has room for a bar per unit. */
export const isFitting = (unit: InsightUnit, days: number) => days / daysOf[unit] <= barsMax

/** Days for up to a month, weeks for up to a half-year, months beyond. */
function suitedUnit(days: number): InsightUnit {
  if (days <= 31) return 'day'
  return days <= 183 ? 'week' : 'month'
}

const insightUrl = {
  from: isDay,
  to: isDay,
  unit: isOneOf(insightUnits),
  by: isOneOf(insightGroups),
  projectId: isId,
  userId: isId,
}

export function readFilters(search: string, today: string): InsightFilters {
  const { from, to, unit, by = 'project', projectId, userId } = filtersIn(insightUrl, search)
  const first = firstPeriod(today)
  const period = from && to ? { from, to } : { from: first.startDate, to: first.endDate }
  const days = countDays(period.from, period.to)
  return {
    ...period,
    unit: unit && isFitting(unit, days) ? unit : suitedUnit(days),
    by,
    projectId,
    userId,
  }
}

/** Why the period can't be shown. */
export function periodProblem({ from, to }: Pick<InsightFilters, 'from' | 'to'>): string | undefined {
  if (from < limits.earliestDay) return messages.fields.dayTooEarly
  if (to > limits.latestDay) return messages.fields.dayTooLate
  return periodError({ from, to }, limits.insightDaysMax)
}

export function useInsightFilters() {
  const today = useToday()
  const { search } = useLocation()
  const { change } = useUrlFilters(insightUrl)
  return { filters: readFilters(search, today), change, today }
}
