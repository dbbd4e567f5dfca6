import type { Report } from '#shared/contract/reports.ts'
import { addMinutes, hoursNumber, hoursText, minutesOf, normaliseHours, parseHours } from '#shared/hours.ts'
import type { ReportBody } from './api.ts'

/** A row as it is being typed. */
export type TaskRowValues = {
  project_id: string
  description: string
  hours: string
  /** The task that the time was for; '' without one. */
  task_id: string
  task_title: string
  /** Present: it was chosen from the suggestion of this key, whatever was written into it since. */
  chosen?: string
  /** Present: the project of its task, which is on offer for this row only. */
  other?: ProjectOption
  /** Present: Enter added this row, with this project. */
  addedWith?: string
}
export type TaskRowField = 'project_id' | 'description' | 'hours'

export type ReportValues = {
  date: string
  tasks: string
  blockers: string
  tomorrow_plan: string
  task_details: TaskRowValues[]
}

export const rowFieldName = <Field extends keyof TaskRowValues>(index: number, field: Field) =>
  `task_details.${index}.${field}` as const

export type ProjectOption = { id: number; name: string }

export const emptyRow: TaskRowValues = {
  project_id: '',
  description: '',
  hours: '',
  task_id: '',
  task_title: '',
}

/** No project is chosen, also where there is only one: choosing it is part of the report. */
export const emptyValues = (date: string): ReportValues => ({
  date,
  tasks: '',
  blockers: '',
  tomorrow_plan: '',
  task_details: [emptyRow],
})

export function valuesOf(report: Report): ReportValues {
  const rows = (report.task_details ?? []).map(row => ({
    project_id: String(row.project_id),
    description: row.task_description,
    hours: hoursText(minutesOf(row.hours)),
    task_id: String(row.task_id ?? ''),
    task_title: row.task_title ?? '',
  }))
  return {
    date: report.date,
    tasks: report.tasks,
    blockers: report.blockers ?? '',
    tomorrow_plan: report.tomorrow_plan ?? '',
    task_details: rows.length > 0 ? rows : [emptyRow],
  }
}

/** Enter added it, and nothing was written into it: it means no task. */
export const isUntouched = ({ project_id, description, hours, addedWith }: TaskRowValues) =>
  addedWith !== undefined && [addedWith, ''].includes(project_id) && description.trim() === '' && hours === ''

/** The places of the rows that mean no task; one row always stays. The row at `focused` may still be written. */
export function untouchedRows(rows: readonly TaskRowValues[], focused?: number): number[] {
  const places = [...rows.keys()].filter(place => place !== focused && isUntouched(rows[place] ?? emptyRow))
  return places.length < rows.length ? places : []
}

export function withoutUntouched(rows: readonly TaskRowValues[]): TaskRowValues[] {
  const places = untouchedRows(rows)
  return rows.filter((_, place) => !places.includes(place))
}

/** A project that is not offered any more counts as not chosen: the select cannot show it either. */
export function onlyOffered(values: ReportValues, projects: readonly ProjectOption[]): ReportValues {
  const offered = new Set(projects.map(project => String(project.id)))
  const isFine = ({ project_id, other }: TaskRowValues) =>
    project_id === '' || offered.has(project_id) || Number(project_id) === other?.id
  if (values.task_details.every(isFine)) return values
  return {
    ...values,
    task_details: values.task_details.map(row => (isFine(row) ? row : { ...row, project_id: '' })),
  }
}

export const totalMinutes = (rows: readonly TaskRowValues[]) =>
  addMinutes(rows.map(row => parseHours(row.hours, Number.POSITIVE_INFINITY).minutes ?? 0))

/** Only for values that passed the check. */
export function bodyOf(values: ReportValues): ReportBody {
  const { date, tasks, blockers, tomorrow_plan } = values
  const task_details = values.task_details.map(row => ({
    description: row.description,
    hours: normaliseHours(row.hours),
    project_id: Number(row.project_id),
    task_id: row.task_id === '' ? null : Number(row.task_id),
  }))
  return {
    date,
    tasks,
    blockers,
    tomorrow_plan,
    project_id: task_details[0]?.project_id ?? 0,
    hours_worked: hoursNumber(totalMinutes(values.task_details)),
    task_details,
  }
}
