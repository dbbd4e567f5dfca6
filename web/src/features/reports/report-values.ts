import * as z from 'zod/mini'
import { fieldErrors } from '#shared/contract/errors.ts'
import { type Report, reportInput } from '#shared/contract/reports.ts'
import { addMinutes, hoursNumber, hoursText, minutesOf, normaliseHours, parseHours } from '#shared/hours.ts'
import type { ReportBody } from './api.ts'

/** A row as it is being typed; the key only tells rows apart while they move. */
export type TaskRowValues = {
  key: string
  project_id: string
  description: string
  hours: string
  /** Present: Enter added this row, with this project. */
  addedWith?: string
}
export type TaskRowField = 'project_id' | 'description' | 'hours'

export type ReportValues = {
  tasks: string
  blockers: string
  tomorrow_plan: string
  task_details: TaskRowValues[]
}

export type ProjectOption = { id: number; name: string }

let rowsMade = 0

export function makeRow(values: Partial<Omit<TaskRowValues, 'key'>> = {}): TaskRowValues {
  rowsMade += 1
  return { project_id: '', description: '', hours: '', ...values, key: `row-${rowsMade}` }
}

/** No project is chosen, also where there is only one: choosing it is part of the report. */
export const emptyValues = (): ReportValues => ({
  tasks: '',
  blockers: '',
  tomorrow_plan: '',
  task_details: [makeRow()],
})

export function valuesOf(report: Report): ReportValues {
  const rows = (report.task_details ?? []).map(row =>
    makeRow({
      project_id: String(row.project_id),
      description: row.task_description,
      hours: hoursText(minutesOf(row.hours)),
    }),
  )
  return {
    tasks: report.tasks,
    blockers: report.blockers ?? '',
    tomorrow_plan: report.tomorrow_plan ?? '',
    task_details: rows.length > 0 ? rows : [makeRow()],
  }
}

/** A project that a report has stays selectable on it, also when it has been deleted since. */
export function withProjectsOf(report: Report, offered: readonly ProjectOption[]): ProjectOption[] {
  const options = new Map(offered.map(({ id, name }) => [id, name]))
  for (const row of report.task_details ?? []) {
    if (!options.has(row.project_id)) options.set(row.project_id, row.project_name)
  }
  return [...options].map(([id, name]) => ({ id, name }))
}

/** Enter added it, and nothing was written into it: it means no task. */
export const isUntouched = ({ project_id, description, hours, addedWith }: TaskRowValues) =>
  addedWith !== undefined && [addedWith, ''].includes(project_id) && description.trim() === '' && hours === ''

/** The tasks that were written; one row always stays. `focused` is the key of a row that may still be written. */
export function withoutUntouched(rows: TaskRowValues[], focused?: string): TaskRowValues[] {
  const written = rows.filter(row => row.key === focused || !isUntouched(row))
  return written.length > 0 ? written : rows
}

/** A project that is not offered any more counts as not chosen: the select cannot show it either. */
export function onlyOffered(values: ReportValues, projects: readonly ProjectOption[]): ReportValues {
  const offered = new Set(projects.map(project => String(project.id)))
  const isFine = (row: TaskRowValues) => row.project_id === '' || offered.has(row.project_id)
  if (values.task_details.every(isFine)) return values
  return {
    ...values,
    task_details: values.task_details.map(row => (isFine(row) ? row : { ...row, project_id: '' })),
  }
}

export const totalMinutes = ({ task_details }: ReportValues) =>
  addMinutes(task_details.map(row => parseHours(row.hours, Number.POSITIVE_INFINITY).minutes ?? 0))

/** What the same check as the server's says, by field: `tasks`, or a row's key and `.hours`. */
export function errorsOf(values: ReportValues, date: string): Record<string, string> {
  const checked = z.safeParse(reportInput, { ...values, date })
  return checked.success ? {} : byRow(fieldErrors(checked.error.issues), values.task_details)
}

/** The contract counts rows; on screen a sentence belongs to its row, wherever that moves. */
export function byRow(
  errors: Record<string, string>,
  rows: readonly TaskRowValues[],
): Record<string, string> {
  const named = Object.entries(errors).map(([path, sentence]) => {
    const [, index, field] = /^task_details\.(\d+)\.(\w+)$/.exec(path) ?? []
    return [index === undefined ? path : `${rows[Number(index)]?.key}.${field}`, sentence]
  })
  return Object.fromEntries(named)
}

/** Only for values that passed the check. */
export function bodyOf(values: ReportValues, date: string): ReportBody {
  const { tasks, blockers, tomorrow_plan } = values
  const task_details = values.task_details.map(row => ({
    description: row.description,
    hours: normaliseHours(row.hours),
    project_id: Number(row.project_id),
  }))
  return {
    date,
    tasks,
    blockers,
    tomorrow_plan,
    project_id: task_details[0]?.project_id ?? 0,
    hours_worked: hoursNumber(totalMinutes(values)),
    task_details,
  }
}
