import { limits } from '#shared/limits.ts'
import { lineKey } from '#shared/plan-lines.ts'
import type { ProjectOption, TaskRowValues } from '../report-values.ts'

/** A line that fills a row when it is chosen. */
export type Suggestion = {
  text: string
  project_id?: number
  project_name?: string
  /** The task that the row is linked to. */
  task_id?: number
}

export const toSuggestion = (task: {
  task_id: number
  title: string
  project_id: number
  project_name: string
}) => ({
  text: task.title,
  task_id: task.task_id,
  project_id: task.project_id,
  project_name: task.project_name,
})

/**
 * The key that a row stores. A recent line that was written for two projects is two suggestions; a plan line and the
 * task of the same name are one.
 */
export const suggestionKey = ({ text, project_id, task_id }: Suggestion) =>
  project_id === undefined || task_id !== undefined ? lineKey(text) : `${project_id}\n${lineKey(text)}`

type Row = TaskRowValues

/**
 * True if a row was filled from this suggestion. The row stores the key, also in its draft and so for other tabs: the
 * suggestion is not offered again until the row is removed, even if its text changes. A task is offered again when its
 * row is unlinked. Text alone is not compared, because suggestions must not come and go while a user types.
 */
export const isChosen = (suggestion: Suggestion, rows: readonly Row[]) =>
  suggestion.task_id === undefined
    ? rows.some(row => row.chosen === suggestionKey(suggestion))
    : rows.some(row => row.task_id === String(suggestion.task_id))

/** The index of the row to fill: one with the same text, an empty one, or a new one. Undefined if there is no room. */
function rowIndexFor(suggestion: Suggestion, rows: readonly Row[]): number | undefined {
  const key = lineKey(suggestion.text)
  const fits = ({ project_id, task_id, addedWith }: Row) =>
    task_id === '' &&
    (suggestion.project_id === undefined ||
      [String(suggestion.project_id), addedWith ?? '', ''].includes(project_id))
  const same = rows.findIndex(row => lineKey(row.description) === key && fits(row))
  if (same !== -1) return same
  const empty = rows.findIndex(row => row.description.trim() === '' && row.hours === '' && fits(row))
  if (empty !== -1) return empty
  return rows.length < limits.rowsMax ? rows.length : undefined
}

/** The filled row, and its index. */
export function chosenRow(
  suggestion: Suggestion,
  rows: readonly Row[],
  projects: readonly ProjectOption[],
): { index: number; row: Row } | undefined {
  const index = rowIndexFor(suggestion, rows)
  if (index === undefined) return undefined
  const current: Partial<Row> = rows[index] ?? {}
  const { description = '', hours = '' } = current
  const offered = projects.find(({ id }) => id === suggestion.project_id)
  const other = offered ? undefined : otherProject(suggestion)
  const project = offered ?? other ?? onlyOne(projects)
  // Otherwise the row has the project of the row above, because most users work on one project for a while.
  const sameAs = current.project_id ? current : rows.slice(0, index).findLast(row => row.project_id !== '')
  return {
    index,
    row: {
      project_id: String(project?.id ?? sameAs?.project_id ?? ''),
      description: description.trim() === '' ? suggestion.text : description,
      hours,
      task_id: String(suggestion.task_id ?? ''),
      task_title: suggestion.task_id === undefined ? '' : suggestion.text,
      chosen: suggestionKey(suggestion),
      other: project ? other : sameAs?.other,
    },
  }
}

/** The project of a task or of work elsewhere, which may be one that the user is not assigned to. */
const otherProject = ({ project_id: id, project_name: name }: Suggestion) =>
  id === undefined || name === undefined ? undefined : { id, name }

const onlyOne = (projects: readonly ProjectOption[]) => (projects.length === 1 ? projects[0] : undefined)
