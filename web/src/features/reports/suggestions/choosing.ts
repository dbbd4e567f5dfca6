import { limits } from '#shared/limits.ts'
import { lineKey } from '#shared/plan-lines.ts'
import type { ProjectOption, TaskRowValues } from '../report-values.ts'

/** One line that can be chosen for a row. */
export type Suggestion = {
  text: string
  project_id?: number
  project_name?: string
  /** Chosen, the row is about this task. */
  task_id?: number
}

/** A task, as a line. */
export const suggestionOf = (task: {
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

/** What a row keeps of it. A recent line that was written for two projects is two; a plan line and its task are one. */
export const keyOf = ({ text, project_id, task_id }: Suggestion) =>
  project_id === undefined || task_id !== undefined ? lineKey(text) : `${project_id}\n${lineKey(text)}`

type Row = TaskRowValues

/**
 * Is it in the report? A row carries what it was chosen from, also in its draft and so in another tab: whatever is
 * written into the row later, the suggestion stays away until the row is removed. A task comes back when its row is
 * unlinked. Text alone decides nothing: a suggestion must not come and go while a user types.
 */
export const isChosen = (suggestion: Suggestion, rows: readonly Row[]) =>
  suggestion.task_id === undefined
    ? rows.some(row => row.chosen === keyOf(suggestion))
    : rows.some(row => row.task_id === String(suggestion.task_id))

/** The row for it: one that says the same already, an empty one, or else a new one at the end. Undefined: no room. */
function placeFor(suggestion: Suggestion, rows: readonly Row[]): number | undefined {
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

/** The row with what was chosen, and its place. */
export function chosenRow(
  suggestion: Suggestion,
  rows: readonly Row[],
  projects: readonly ProjectOption[],
): { place: number; row: Row } | undefined {
  const place = placeFor(suggestion, rows)
  if (place === undefined) return undefined
  const there: Partial<Row> = rows[place] ?? {}
  const { description = '', hours = '' } = there
  const offered = projects.find(({ id }) => id === suggestion.project_id)
  const other = offered ? undefined : projectOf(suggestion)
  const project = offered ?? other ?? onlyOne(projects)
  // Most people stay on a project for a while.
  const like = there.project_id ? there : rows.slice(0, place).findLast(row => row.project_id !== '')
  return {
    place,
    row: {
      project_id: String(project?.id ?? like?.project_id ?? ''),
      description: description.trim() === '' ? suggestion.text : description,
      hours,
      task_id: String(suggestion.task_id ?? ''),
      task_title: suggestion.task_id === undefined ? '' : suggestion.text,
      chosen: keyOf(suggestion),
      other: project ? other : like?.other,
    },
  }
}

/** A user may be given a task in a project that is not theirs. */
const projectOf = ({ task_id, project_id: id, project_name: name }: Suggestion) =>
  task_id === undefined || id === undefined || name === undefined ? undefined : { id, name }

const onlyOne = (projects: readonly ProjectOption[]) => (projects.length === 1 ? projects[0] : undefined)
