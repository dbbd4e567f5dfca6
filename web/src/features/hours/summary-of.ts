import type { ProjectSummary } from '#shared/contract/hours.ts'
import { addMinutes, minutesOf } from '#shared/hours.ts'

type SummaryReport = ProjectSummary['reports'][number]

/** A report as far as the project is concerned. */
export type ProjectReport = SummaryReport & {
  minutes: number
  /** The rows of this project alone. */
  details: NonNullable<SummaryReport['task_details']>
}
export type SummaryDay = { date: string; reports: ProjectReport[] }

/** The figures and the days of a project's summary, newest first. */
export function summaryOf({ project, reports }: ProjectSummary) {
  const own: ProjectReport[] = reports.map(report => ({
    ...report,
    minutes: minutesOf(report.hours_worked),
    details: (report.task_details ?? []).filter(task => task.project_id === project.id),
  }))
  const days: SummaryDay[] = [...Map.groupBy(own, report => report.date)]
    .map(([date, ofDay]) => ({ date, reports: ofDay }))
    .sort((a, b) => b.date.localeCompare(a.date))
  return {
    days,
    minutes: addMinutes(own.map(report => report.minutes)),
    reports: own.length,
    tasks: own.reduce((sum, report) => sum + report.details.length, 0),
  }
}

/** So much per hour, and never more than the whole bar. Decimal hours: 7h 30m are 7.5. */
export const hoursBar = (minutes: number, percentPerHour: number) =>
  Math.min((percentPerHour * minutes) / 60, 100)

/** Green above 6 hours, blue above 3, else grey. */
export function hoursColour(minutes: number): 'success' | 'primary' | 'secondary' {
  if (minutes > 6 * 60) return 'success'
  return minutes > 3 * 60 ? 'primary' : 'secondary'
}
