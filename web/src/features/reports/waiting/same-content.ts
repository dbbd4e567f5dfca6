import * as z from 'zod/mini'
import { type Report, reportInput } from '#shared/contract/reports.ts'
import { minutesOf } from '#shared/hours.ts'
import type { ReportBody } from '../api.ts'

/** Whether the server already has this report: the same texts, and the same rows in the same order. */
export function isSameContent(body: ReportBody, report: Report): boolean {
  const checked = z.safeParse(reportInput, body)
  if (!checked.success) return false
  const { date, tasks, blockers, tomorrow_plan, task_details } = checked.data
  const waiting = [date, tasks, blockers, tomorrow_plan, task_details.map(rowOf)]
  const sentRows = (report.task_details ?? []).map(row =>
    rowOf({ ...row, description: row.task_description, hours: minutesOf(row.hours) }),
  )
  const sent = [report.date, report.tasks, report.blockers, report.tomorrow_plan, sentRows]
  return JSON.stringify(waiting) === JSON.stringify(sent)
}

type Row = { description: string; hours: number; project_id: number; task_id?: number | null }

const rowOf = ({ description, hours, project_id, task_id }: Row) => [
  description,
  hours,
  project_id,
  task_id ?? null,
]
