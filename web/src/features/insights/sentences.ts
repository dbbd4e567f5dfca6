import { addDays, addMonths, countDays, presetOf, type Span, spanOfUnit, wholeMonths } from '#shared/dates.ts'
import { addMinutes, formatHours } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { formatDay, formatMonthSpan, formatRecentMonth } from '../../lib/dates.ts'
import type { ShownHours } from './api.ts'

type Names = { project: string | undefined; user: string | undefined }

/** The sentence above the picture of the hours. People are not compared with each other, so none of them is named. */
export function hoursSentence(hours: ShownHours, today: string, names: Names): string {
  const { total_minutes: total, previous_minutes: previous, series, asked } = hours
  const { period, by, projectId } = asked
  const about = [names.project && ` on ${names.project}`, names.user && ` by ${names.user}`]
  const [largest] = series
  const ofLargest = addMinutes(largest?.minutes ?? [])
  const isNamed = by === 'project' && !projectId && series.length > 1 && total > 0
  return messages.insights.hours({
    total: formatHours(total),
    about: about.filter(Boolean).join(''),
    when: periodInWords(period, today),
    isUnfinished: isCalendarPeriod(period) && period.startDate <= today && period.endDate >= today,
    before:
      previous > 0
        ? {
            total: formatHours(previous),
            when: periodBefore(period, today),
            percent: Math.round((100 * (total - previous)) / previous),
          }
        : null,
    largest:
      isNamed && largest ? { name: largest.name, percent: Math.round((100 * ofLargest) / total) } : null,
  })
}

/** Other periods, such as the last 10 days, are not called unfinished. */
const isCalendarPeriod = (period: Span) => isWeek(period) || wholeMonths(period) > 0

function isWeek({ startDate, endDate }: Span) {
  const week = spanOfUnit('week', startDate)
  return week.startDate === startDate && week.endDate === endDate
}

/** "in October", "last week", "from 5 Oct to 7 Nov" */
function periodInWords(period: Span, today: string): string {
  const { startDate, endDate } = period
  const preset = presetOf(startDate, endDate, today)
  if (preset === 'this-week' || preset === 'last-week') return preset.replace('-', ' ')
  if (preset === 'today' || preset === 'yesterday') return preset
  if (startDate === endDate) return `on ${formatDay(startDate)}`
  const months = wholeMonths(period)
  if (months === 1) return `in ${formatRecentMonth(startDate.slice(0, 7), today)}`
  if (months > 1) return `in ${formatMonthSpan(startDate, endDate)}`
  return `from ${formatDay(startDate)} to ${formatDay(endDate)}`
}

/** "in September", "in the week before" */
function periodBefore(period: Span, today: string): string {
  const months = wholeMonths(period)
  if (months === 1) return `in ${formatRecentMonth(addMonths(period.startDate.slice(0, 7), -1), today)}`
  if (months > 1) return `in the ${months} months before`
  if (isWeek(period)) return 'in the week before'
  const days = countDays(period.startDate, period.endDate)
  return days === 1 ? `on ${formatDay(addDays(period.startDate, -1))}` : `in the ${days} days before`
}
