import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { roles } from '../roles.ts'
import { added } from './added.ts'
import { dayField } from './day-field.ts'
import { flagQuery, pageQuery, queryId, requiredQueryId } from './fields.ts'
import { reviewFilter } from './report-review.ts'

// What reviewers read beside the reports themselves: hours per project, the project summary, the export.

const roleQuery = z.optional(z.enum(roles, { error: messages.field.invalid('role') }))

export const projectHoursQuery = z.object({ role: roleQuery })

export const projectHoursReply = z.object({
  totalHours: z.number(),
  taskCount: z.number(),
  userDistribution: z.array(z.object({ user_id: z.number(), user_name: z.string(), hours: z.number() })),
})
export type ProjectHours = z.infer<typeof projectHoursReply>

/** All projects' hours in one answer, by project id. */
export const allProjectHoursReply = z.record(z.string(), projectHoursReply)

export const projectSummaryQuery = z.object({
  projectId: requiredQueryId('projectId'),
  userId: queryId('userId'),
  includeTaskDetails: flagQuery,
  limit: pageQuery(limits.summaryMax, limits.summaryMax).limit,
})

export const projectSummaryReport = z.object({
  id: z.number(),
  project_id: z.number(),
  date: z.string(),
  user_name: z.string(),
  /** The descriptions of this project's rows. */
  tasks: z.string(),
  /** The time on this project. */
  hours_worked: z.number(),
  /** Its texts are cut, ending in "…". */
  is_shortened: added(z.boolean(), false),
  task_details: z.optional(
    z.array(
      z.object({
        project_id: z.number(),
        project_name: z.string(),
        task_description: z.string(),
        hours: z.number(),
      }),
    ),
  ),
})

export const projectSummaryReply = z.object({
  project: z.object({ id: z.number(), name: z.string() }),
  user: z.nullable(z.object({ id: z.number(), name: z.string() })),
  reports: z.array(projectSummaryReport),
})
export type ProjectSummaryReport = z.infer<typeof projectSummaryReport>
export type ProjectSummary = z.infer<typeof projectSummaryReply>

const exportDay = z.optional(dayField(messages.report.dateInvalid))

/** Both dates or none. */
export const exportQuery = z
  .object({
    userId: queryId('userId'),
    projectId: queryId('projectId'),
    startDate: exportDay,
    endDate: exportDay,
    review: reviewFilter,
  })
  .check(
    z.refine(({ startDate, endDate }) => (startDate === undefined) === (endDate === undefined), {
      error: messages.report.exportNeedsBothDates,
      path: ['endDate'],
    }),
  )
export type ExportQuery = z.output<typeof exportQuery>
