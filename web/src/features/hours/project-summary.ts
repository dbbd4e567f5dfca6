import type { ProjectSummary } from '#shared/contract/hours.ts'
import { addMinutes, minutesOf } from '#shared/hours.ts'

type SummaryReport = ProjectSummary['reports'][number]

/** A report with only its work on the project. */
export type ProjectReport = SummaryReport & {
  minutes: number
  /** Only the rows of this project. */
  details: NonNullable<SummaryReport['task_details']>
}
export type SummaryDay = { date: string; reports: ProjectReport[] }

/** The totals of a project's summary and its days, newest first. */
export function summarizeProject({ project, reports }: ProjectSummary) {
  const projectReports: ProjectReport[] = reports.map(report => ({
    ...report,
    minutes: minutesOf(report.hours_worked),
    details: (report.task_details ?? []).filter(task => task.project_id === project.id),
  }))
  const days: SummaryDay[] = [...Map.groupBy(projectReports, report => report.date)]
    .map(([date, ofDay]) => ({ date, reports: ofDay }))
    .sort((a, b) => b.date.localeCompare(a.date))
  return {
    days,
    minutes: addMinutes(projectReports.map(report => report.minutes)),
    reports: projectReports.length,
    /** Reports have no id of their author, and two people rarely have the same name. */
    people: new Set(projectReports.map(report => report.user_name)).size,
    tasks: projectReports.reduce((sum, report) => sum + report.details.length, 0),
  }
}

/** How much of a bar is filled, at most 100 percent. Hours are decimal here: 7h 30m are 7.5. */
export const hoursPercent = (minutes: number, percentPerHour: number) =>
  Math.min((percentPerHour * minutes) / 60, 100)

/** Green above 6 hours, blue above 3, else grey. */
export function hoursColour(minutes: number): 'success' | 'primary' | 'secondary' {
  if (minutes > 6 * 60) return 'success'
  return minutes > 3 * 60 ? 'primary' : 'secondary'
}
