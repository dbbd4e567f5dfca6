import type { ListedReport, Report, TaskDetail } from '#shared/contract/reports.ts'
import type { Review } from '#shared/contract/reviews.ts'
import { hoursNumber } from '#shared/hours.ts'
import type { DetailRow, ListedReportRow, ReportRow } from './reports.queries.ts'

/** Converts minutes to hour.minutes. Without `details`, the reply has no `task_details`. */
export function presentReport(row: ReportRow, details?: readonly DetailRow[]): Report {
  return {
    id: row.id,
    user_id: row.user_id,
    user_name: row.user_name,
    user_email: row.user_email,
    date: row.date,
    tasks: row.tasks,
    hours_worked: hoursNumber(row.minutes),
    blockers: row.blockers,
    tomorrow_plan: row.tomorrow_plan,
    project_id: row.project_id,
    created_at: row.created_at,
    is_edited: row.edited_at !== null,
    revision: row.revision,
    review: presentReview(row),
    is_shortened: false,
    ...(details && { task_details: details.map(presentDetail) }),
  }
}

function presentReview({
  review_state: state,
  reviewer_name,
  reviewed_at,
  review_comment_id,
}: ReportRow): Review {
  // The column keeps its value after the report is marked as reviewed, so that this can be undone.
  const comment_id = state === 'needs_changes' ? review_comment_id : null
  return { state, reviewer_name, reviewed_at, comment_id }
}

/** Adds the fields that only lists have. */
export function presentListedReport(
  row: ListedReportRow,
  details: readonly DetailRow[] | undefined,
  isShortened: boolean,
): ListedReport {
  const { comment_count, project_minutes } = row
  return {
    ...presentReport(row, details),
    is_shortened: isShortened,
    // PostgreSQL returns counts as bigint, which the driver passes on as text.
    comment_count: Number(comment_count),
    ...(project_minutes != null && { project_hours: hoursNumber(project_minutes) }),
  }
}

export function presentDetail(row: DetailRow): TaskDetail {
  const { id, description, minutes, project_id, project_name } = row
  return {
    id,
    task_description: description,
    hours: hoursNumber(minutes),
    project_id,
    project_name,
    ...presentTaskOfRow(row),
  }
}

/** A row whose task was deleted has no task, also in earlier versions. */
export const presentTaskOfRow = ({ task_id, task_title }: Pick<DetailRow, 'task_id' | 'task_title'>) =>
  task_title === undefined ? noTask : { task_id, task_title }
const noTask = { task_id: null, task_title: null }
