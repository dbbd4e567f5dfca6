import type { Trx } from '../../db/schema.ts'
import type { DetailRow, ReportRow } from './reports.queries.ts'

// The current version of a report is the report itself; the ones before are kept when it is edited.

type KeptRow = Pick<DetailRow, 'id' | 'description' | 'minutes' | 'project_id'>

/** Of the report as it is, in the transaction that is about to change it. */
export async function keepVersion(trx: Trx, report: ReportRow, rows: readonly DetailRow[]): Promise<void> {
  await trx
    .insertInto('report_revisions')
    .values({
      report_id: report.id,
      number: report.revision,
      saved_at: report.edited_at ?? report.created_at,
      tasks: report.tasks,
      minutes: report.minutes,
      blockers: report.blockers,
      tomorrow_plan: report.tomorrow_plan,
      rows: JSON.stringify(rows.map(keptRow)),
    })
    .execute()
}

// Project names are read with the version: a renamed project has its new name everywhere.
const keptRow = ({ id, description, minutes, project_id }: DetailRow): KeptRow => ({
  id,
  description,
  minutes,
  project_id,
})
