import type { Comment } from '#shared/contract/comments.ts'
import type { ListedReport, ReportDetails, ReportPage, TaskDetail } from '#shared/contract/reports.ts'
import type { Review } from '#shared/contract/reviews.ts'
import { limits } from '#shared/limits.ts'

export const makeReview = (given: Partial<Review> = {}): Review => ({
  state: 'unreviewed',
  reviewer_name: null,
  reviewed_at: null,
  comment_id: null,
  ...given,
})

export const makeRow = (given: Partial<TaskDetail> = {}): TaskDetail => ({
  id: 1,
  task_description: 'Read the files',
  hours: 0.45,
  project_id: 1,
  project_name: 'Apollo',
  task_id: null,
  task_title: null,
  ...given,
})

/** A report of the person that `personOf` makes. */
export const makeReport = (given: Partial<ListedReport> = {}): ListedReport => ({
  id: 3,
  user_id: 7,
  user_name: 'Robin Reyes',
  user_email: 'robin@example.com',
  date: '2026-03-02',
  tasks: 'Wrote the importer',
  hours_worked: 1.15,
  blockers: null,
  tomorrow_plan: null,
  project_id: 1,
  created_at: '2026-03-02T16:42:00.000Z',
  is_edited: false,
  revision: 1,
  review: { state: 'unreviewed', reviewer_name: null, reviewed_at: null, comment_id: null },
  is_shortened: false,
  comment_count: 0,
  task_details: [
    makeRow({ id: 1, task_description: 'Read the files', hours: 0.45 }),
    makeRow({ id: 2, task_description: 'Write the rows', hours: 0.3, project_id: 2, project_name: 'Gemini' }),
  ],
  ...given,
})

/** One page of a list of so many reports in all. */
export const makeReportPage = (reports: ListedReport[], total = reports.length, page = 1): ReportPage => ({
  reports,
  total,
  totalPages: Math.ceil(total / limits.pageSize),
  page,
  limit: limits.pageSize,
})

export const makeDetails = (given: Partial<ReportDetails> = {}): ReportDetails => ({
  report: makeReport(),
  comments: [],
  edit_window_days: 3,
  open_tasks: [],
  ...given,
})

export const makeComment = (id: number, given: Partial<Comment> = {}): Comment => ({
  id,
  comment: `Comment ${id}`,
  parent_id: null,
  user_id: 2,
  user_name: 'Max Muster',
  user_role: 'manager',
  created_at: '2026-03-02T17:00:00.000Z',
  mentions: [],
  ...given,
})
