import type { ProjectOption } from './report-values.ts'

/** A project that a report has stays selectable on it, also when it has been deleted since. */
export function withProjectsOf(
  rows: readonly { project_id: number; project_name: string }[],
  offered: readonly ProjectOption[],
): ProjectOption[] {
  const options = new Map(offered.map(({ id, name }) => [id, name]))
  for (const row of rows) {
    if (!options.has(row.project_id)) options.set(row.project_id, row.project_name)
  }
  return [...options].map(([id, name]) => ({ id, name }))
}
