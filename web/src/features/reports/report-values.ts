import type { ReportDraft } from '#shared/contract/report-drafts.ts'
import type { Report } from '#shared/contract/reports.ts'
import { addMinutes, hoursNumber, hoursText, minutesOf, normaliseHours, parseHours } from '#shared/hours.ts'
import { lineKey } from '#shared/plan-lines.ts'
import type { ReportBody } from './api.ts'

/** A row as it is being typed. */
export type TaskRowValues = {
  project_id: string
  description: string
  hours: string
  /** The task that the time was for, or ''. */
  task_id: string
  task_title: string
  /** The key of the suggestion that the row was filled from, also after its text was changed. */
  chosen?: string
  /** The project of the row's task if it can be selected in this row only. */
  other?: ProjectOption
  /** The project that the row had when Enter added it. Rows added by the button have none. */
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

/** No project is preselected, even if there is only one: users choose it themselves. */
export const emptyValues = (date: string): ReportValues => ({
  date,
  tasks: '',
  blockers: '',
  tomorrow_plan: '',
  task_details: [emptyRow],
})

export function toFormValues(report: Report): ReportValues {
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

/** The draft of an assistant as it would stand in the form. */
function toDraftValues(draft: ReportDraft, offered: readonly ProjectOption[]): Omit<ReportValues, 'date'> {
  const ids = new Set(offered.map(({ id }) => id))
  return {
    tasks: draft.tasks ?? '',
    blockers: draft.blockers ?? '',
    tomorrow_plan: draft.tomorrow_plan ?? '',
    task_details: draft.task_details.map(row => ({
      project_id: String(row.project_id ?? ''),
      description: row.description,
      hours: row.hours === null ? '' : hoursText(minutesOf(row.hours)),
      task_id: String(row.task_id ?? ''),
      task_title: row.task_title ?? '',
      // Like a suggestion that the user chose: the rows come first, and Enter leads to the hours that are missing.
      chosen: lineKey(row.description),
      ...(row.project_id !== null &&
        row.project_name !== null &&
        !ids.has(row.project_id) && { other: { id: row.project_id, name: row.project_name } }),
    })),
  }
}

/**
 * What the user has written with the draft of an assistant below it, so that nothing is lost. What the form has already is
 * not added again.
 */
export function withDraft(
  values: ReportValues,
  draft: ReportDraft,
  offered: readonly ProjectOption[],
): ReportValues {
  const { tasks, blockers, tomorrow_plan, task_details } = toDraftValues(draft, offered)
  const own = values.task_details.filter(isWritten)
  const isNew = (row: TaskRowValues) =>
    !own.some(
      ({ description, task_id, chosen }) =>
        (chosen === row.chosen || lineKey(description) === row.chosen) && task_id === row.task_id,
    )
  const rows = [...own, ...task_details.filter(isNew)]
  return {
    date: values.date,
    tasks: joinTexts(values.tasks, tasks),
    blockers: joinTexts(values.blockers, blockers),
    tomorrow_plan: joinTexts(values.tomorrow_plan, tomorrow_plan),
    task_details: rows.length > 0 ? rows : values.task_details,
  }
}

const isWritten = ({ project_id, description, hours, task_id }: TaskRowValues) =>
  [project_id, description.trim(), hours, task_id].some(value => value !== '')

function joinTexts(own: string, added: string): string {
  if (own.includes(added)) return own
  return own.trim() === '' ? added : `${own.trimEnd()}\n${added}`
}

/** Enter added this row and the user left it empty, so it is not part of the report. */
export const isUntouched = ({ project_id, description, hours, addedWith }: TaskRowValues) =>
  addedWith !== undefined && [addedWith, ''].includes(project_id) && description.trim() === '' && hours === ''

/** The indexes of the untouched rows. One row always remains, and the focused row is never included. */
export function untouchedRows(rows: readonly TaskRowValues[], focused?: number): number[] {
  const indexes = [...rows.keys()].filter(index => index !== focused && isUntouched(rows[index] ?? emptyRow))
  return indexes.length < rows.length ? indexes : []
}

export function withoutUntouched(rows: readonly TaskRowValues[]): TaskRowValues[] {
  const untouched = untouchedRows(rows)
  return rows.filter((_, index) => !untouched.includes(index))
}

/** Clears projects that are no longer offered, because the select can't show them. */
export function onlyOffered(values: ReportValues, projects: readonly ProjectOption[]): ReportValues {
  const offered = new Set(projects.map(project => String(project.id)))
  const isOffered = ({ project_id, other }: TaskRowValues) =>
    project_id === '' || offered.has(project_id) || Number(project_id) === other?.id
  if (values.task_details.every(isOffered)) return values
  return {
    ...values,
    task_details: values.task_details.map(row => (isOffered(row) ? row : { ...row, project_id: '' })),
  }
}

export const totalMinutes = (rows: readonly TaskRowValues[]) =>
  addMinutes(rows.map(row => parseHours(row.hours, Number.POSITIVE_INFINITY).minutes ?? 0))

/** The request body. The values must be valid. */
export function toReportBody(values: ReportValues): ReportBody {
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

/** Adds the projects of a report's rows, so that a project that was deleted since can still be selected in it. */
export function withReportedProjects(
  rows: readonly { project_id: number; project_name: string }[],
  offered: readonly ProjectOption[],
): ProjectOption[] {
  const options = new Map(offered.map(({ id, name }) => [id, name]))
  for (const row of rows) {
    if (!options.has(row.project_id)) options.set(row.project_id, row.project_name)
  }
  return [...options].map(([id, name]) => ({ id, name }))
}
