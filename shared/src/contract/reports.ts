import * as z from 'zod/mini'
import { decimalMinutes, type HoursProblem, hoursText, parseHours, spellHours } from '../hours.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { commentsReply } from './comments.ts'
import {
  bodyId,
  boundedList,
  dayField,
  dayQuery,
  flagQuery,
  optionalText,
  pageQuery,
  queryId,
  requiredText,
  roleQuery,
  teamIdQuery,
} from './fields.ts'
import { added, unknownId } from './replies.ts'
import { reviewFilter, reviewReply, withoutReviews } from './reviews.ts'

const hoursMessages: Record<HoursProblem, string> = {
  missing: messages.reports.hoursRequired,
  malformed: messages.reports.hoursMalformed,
  notPositive: messages.reports.hoursPositive,
  tooMany: messages.reports.hoursTooMany,
}

/** Returns the message if the hours of a task aren't valid. */
export function hoursProblem(value: unknown): string | undefined {
  const { problem } = parseHours(value, limits.taskHoursMax)
  return problem && hoursMessages[problem]
}

/**
 * Returns the message if a program means the hours of a task as a decimal. The form shows its user that 1.75 becomes 2.15,
 * and what it may mean instead; a program would not notice.
 */
export function decimalHoursProblem(value: unknown): string | undefined {
  const minutes = decimalMinutes(value)
  if (minutes === undefined) return undefined
  return messages.reports.hoursDecimal(String(value).trim(), spellHours(minutes), hoursText(minutes))
}

const rowsWithHours = z.object({
  task_details: z.array(z.object({ hours: z.unknown() })).check(z.maxLength(limits.rowsMax)),
})

/** The messages for the hours that a program means as decimals, by field. `body` is a report as it was sent. */
export function decimalHoursErrors(body: unknown): Record<string, string> {
  const rows = rowsWithHours.safeParse(body).data?.task_details ?? []
  return Object.fromEntries(
    rows.flatMap(({ hours }, index) => {
      const message = decimalHoursProblem(hours)
      return message ? [[`task_details.${index}.hours`, message]] : []
    }),
  )
}

/** Reads hour.minutes and returns whole minutes. */
const taskMinutes = z.pipe(
  z.unknown().check(
    z.superRefine((value, context) => {
      const message = hoursProblem(value)
      if (message) context.addIssue({ code: 'custom', message, input: value })
    }),
  ),
  z.transform(value => parseHours(value, limits.taskHoursMax).minutes ?? 0),
)

/** Null, '' and an absent value mean that the row has no task. */
export const taskIdField = z.pipe(
  z.transform(value => (value === '' ? null : value)),
  z.nullish(bodyId(messages.fields.invalid('Task'))),
)

export const taskDetailInput = z.object({
  description: requiredText(
    'Task description',
    messages.reports.descriptionRequired,
    limits.rowDescriptionMax,
  ),
  hours: taskMinutes,
  project_id: bodyId(messages.reports.projectRequired),
  task_id: taskIdField,
})

type ReportTexts = {
  tasks: string | null
  blockers: string | null
  tomorrow_plan: string | null
  task_details: { description: string }[]
}

/** Whether the texts are short enough for one report. */
export function fitsOneReport({ tasks, blockers, tomorrow_plan, task_details }: ReportTexts): boolean {
  const texts = [tasks, blockers, tomorrow_plan, ...task_details.map(row => row.description)]
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0) <= limits.reportTextMax
}

/** Without `hours_worked`, which is always computed from the rows. */
export const reportInput = z
  .object({
    date: dayField(messages.fields.dateRequired).check(
      z.refine(day => day >= limits.earliestDay, { error: messages.reports.dateTooEarly }),
    ),
    tasks: requiredText('Summary of tasks', messages.reports.summaryRequired, limits.longTextMax),
    blockers: optionalText('Blockers', limits.longTextMax),
    tomorrow_plan: optionalText("Tomorrow's plan", limits.longTextMax),
    project_id: z.nullish(bodyId(messages.reports.projectRequired)),
    task_details: boundedList(taskDetailInput, {
      min: 1,
      max: limits.rowsMax,
      tooMany: messages.reports.tooManyTasks,
      invalid: messages.reports.taskRequired,
    }),
  })
  .check(z.refine(fitsOneReport, { error: messages.reports.textTooLong, path: ['tasks'] }))
/** After the check, `hours` of a row are whole minutes. */
export type ReportInput = z.output<typeof reportInput>

export const taskDetailReply = z.object({
  id: z.number(),
  task_description: z.string(),
  hours: z.number(),
  project_id: z.number(),
  project_name: z.string(),
  /** The assigned task that the row is for. Both are null without one. */
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
  /** The number of the current version: 1 until the first edit. */
  revision: added(z.number(), 0),
  review: added(reviewReply, withoutReviews),
  /** Whether the texts are cut, which lists do. A cut text ends in "…". A report that is read by its id is never cut. */
  is_shortened: added(z.boolean(), false),
  /** Only with `include_task_details`. */
  task_details: z.optional(z.array(taskDetailReply)),
})
export type Report = z.infer<typeof reportReply>

/** False if the server is too old for versions and reviews: `revision` is then its default 0. */
export const isReviewable = ({ revision }: Pick<Report, 'revision'>) => revision > 0

/** A report in a list. */
export const listedReportReply = z.extend(reportReply, {
  comment_count: added(z.number(), 0),
  /** The time on the project that the list is filtered by, in hour.minutes. `hours_worked` is the whole day. */
  project_hours: z.optional(z.number()),
})
export type ListedReport = z.infer<typeof listedReportReply>

export const savedReportReply = z.object({ msg: z.string(), report: reportReply })

/** The reply to a review. */
export const reviewedReportReply = z.object({ report: reportReply })

export const reportDetailsReply = z.object({
  report: reportReply,
  comments: commentsReply,
  edit_window_days: added(z.number(), limits.editWindowDays),
  /** Ids of the tasks in its rows that the signed-in user may open. A task may be assigned to another user by now. */
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

export const reportQuery = z.object({ include_task_details: flagQuery })

export const myReportsQuery = z.object({ ...pageQuery(), include_task_details: flagQuery, date: dayQuery })

export const reportsQuery = z.object({
  ...pageQuery(),
  include_task_details: flagQuery,
  userId: queryId('userId'),
  /** Of the authors, as it is now. */
  role: roleQuery,
  teamId: teamIdQuery,
  projectId: queryId('projectId'),
  date: dayQuery,
  startDate: dayQuery,
  endDate: dayQuery,
  review: reviewFilter,
})
export type ReportsQuery = z.output<typeof reportsQuery>

/** A version of a report. */
export const revisionReply = z.object({
  /** The first is 1. */
  number: z.number(),
  saved_at: z.string(),
  editor_name: z.string(),
  tasks: z.string(),
  blockers: z.nullable(z.string()),
  tomorrow_plan: z.nullable(z.string()),
  hours_worked: z.number(),
  task_details: z.array(taskDetailReply),
  /** Whether the texts are cut, because all versions together would be too long for one reply. */
  is_shortened: z.boolean(),
})
export type Revision = z.infer<typeof revisionReply>

/** The newest 1,000 versions, oldest first. The current one is last. */
export const revisionsReply = z.object({ data: z.array(revisionReply) })
export type Revisions = z.infer<typeof revisionsReply>
