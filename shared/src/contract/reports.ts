import * as z from 'zod/mini'
import { type HoursProblem, parseHours } from '../hours.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { added, unknownId } from './added.ts'
import { commentsReply } from './comments.ts'
import { dayField } from './day-field.ts'
import { bodyId, boundedList, flagQuery, optionalText, pageQuery, queryId, requiredText } from './fields.ts'
import { reviewFilter, reviewReply, withoutReviews } from './report-review.ts'

const hoursSentences: Record<HoursProblem, string> = {
  missing: messages.report.hoursRequired,
  malformed: messages.report.hoursMalformed,
  notPositive: messages.report.hoursPositive,
  tooMany: messages.report.hoursTooMany,
}

/** Why these hours of a task can't stand, or undefined if they can. */
export function hoursProblem(value: unknown): string | undefined {
  const { problem } = parseHours(value, limits.taskHoursMax)
  return problem && hoursSentences[problem]
}

/** hour.minutes in, whole minutes out. */
const taskMinutes = z.pipe(
  z.unknown().check(
    z.superRefine((value, context) => {
      const sentence = hoursProblem(value)
      if (sentence) context.addIssue({ code: 'custom', message: sentence, input: value })
    }),
  ),
  z.transform(value => parseHours(value, limits.taskHoursMax).minutes ?? 0),
)

/** Null, '' and absent are none. */
const taskId = z.pipe(
  z.transform(value => (value === '' ? null : value)),
  z.nullish(bodyId(messages.field.invalid('Task'))),
)

export const taskDetailInput = z.object({
  description: requiredText(
    'Task description',
    messages.report.descriptionRequired,
    limits.rowDescriptionMax,
  ),
  hours: taskMinutes,
  project_id: bodyId(messages.report.projectRequired),
  task_id: taskId,
})

type ReportTexts = {
  tasks: string
  blockers: string | null
  tomorrow_plan: string | null
  task_details: { description: string }[]
}

function fitsOneReport({ tasks, blockers, tomorrow_plan, task_details }: ReportTexts): boolean {
  const texts = [tasks, blockers, tomorrow_plan, ...task_details.map(row => row.description)]
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0) <= limits.reportTextMax
}

/** `hours_worked` is not among them: it is always computed from the rows. */
export const reportInput = z
  .object({
    date: dayField(messages.report.dateRequired).check(
      z.refine(day => day >= limits.earliestReportDay, { error: messages.report.dateTooEarly }),
    ),
    tasks: requiredText('Summary of tasks', messages.report.summaryRequired, limits.longTextMax),
    blockers: optionalText('Blockers', limits.longTextMax),
    tomorrow_plan: optionalText("Tomorrow's plan", limits.longTextMax),
    project_id: z.nullish(bodyId(messages.report.projectRequired)),
    task_details: boundedList(taskDetailInput, {
      min: 1,
      max: limits.rowsMax,
      tooMany: messages.report.tooManyTasks,
      invalid: messages.report.taskRequired,
    }),
  })
  .check(z.refine(fitsOneReport, { error: messages.report.textTooLong, path: ['tasks'] }))
/** As checked: `hours` of a row are whole minutes now. */
export type ReportInput = z.output<typeof reportInput>

export const taskDetailReply = z.object({
  id: z.number(),
  task_description: z.string(),
  hours: z.number(),
  project_id: z.number(),
  project_name: z.string(),
  /** Of the assigned work that the row was for; both are null without. */
  task_id: added(z.nullable(z.number()), null),
  task_title: added(z.nullable(z.string()), null),
})
export type TaskDetail = z.infer<typeof taskDetailReply>

export const reportReply = z.object({
  id: z.number(),
  user_id: added(z.number(), unknownId),
  user_name: z.string(),
  user_email: z.string(),
  date: z.string(),
  tasks: z.string(),
  hours_worked: z.number(),
  blockers: z.nullable(z.string()),
  tomorrow_plan: z.nullable(z.string()),
  project_id: z.nullable(z.number()),
  created_at: z.string(),
  is_edited: z.boolean(),
  /** Of the current version: 1 until the first edit. */
  revision: added(z.number(), 0),
  review: added(reviewReply, withoutReviews),
  /** In a list: its texts are cut, ending in "…". Read by its id, a report is whole. */
  is_shortened: added(z.boolean(), false),
  /** Only when asked for. */
  task_details: z.optional(z.array(taskDetailReply)),
})
export type Report = z.infer<typeof reportReply>

/** False if the server is too old for versions and reviews: `revision` is then its default 0. Real ones begin with 1. */
export const isReviewable = ({ revision }: Pick<Report, 'revision'>) => revision > 0

/** As a list shows it: with what is known without opening it. */
export const listedReportReply = z.extend(reportReply, {
  comment_count: added(z.number(), 0),
  /** The time on the project that was asked for, hour.minutes; `hours_worked` is the whole day. */
  project_hours: z.optional(z.number()),
})
export type ListedReport = z.infer<typeof listedReportReply>

export const savedReportReply = z.object({ msg: z.string(), report: reportReply })

/** After a review. */
export const reviewedReportReply = z.object({ report: reportReply })

export const reportDetailsReply = z.object({
  report: reportReply,
  comments: commentsReply,
  edit_window_days: added(z.number(), limits.editWindowDays),
  /** Ids of the tasks of its rows that the reader may open: one may be assigned to another user since. */
  open_tasks: added(z.array(z.number()), []),
})
export type ReportDetails = z.infer<typeof reportDetailsReply>

export const reportPageReply = z.object({
  reports: z.array(listedReportReply),
  total: z.number(),
  totalPages: z.number(),
  page: added(z.number(), 1),
  limit: added(z.number(), limits.pageSize),
})
export type ReportPage = z.infer<typeof reportPageReply>

const dayQuery = z.optional(dayField(messages.report.dateInvalid))

export const reportQuery = z.object({ include_task_details: flagQuery })

export const myReportsQuery = z.object({ ...pageQuery(), include_task_details: flagQuery, date: dayQuery })

export const reportsQuery = z.object({
  ...pageQuery(),
  include_task_details: flagQuery,
  userId: queryId('userId'),
  projectId: queryId('projectId'),
  date: dayQuery,
  startDate: dayQuery,
  endDate: dayQuery,
  review: reviewFilter,
})
export type ReportsQuery = z.output<typeof reportsQuery>
