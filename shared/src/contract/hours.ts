import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { flagQuery, pageQuery, queryId, requiredQueryId, roleQuery } from './fields.ts'
import { added, unknownId } from './replies.ts'

// The hours of each project, and the reports of one project with the time spent on it.

export const projectHoursQuery = z.object({ role: roleQuery })

export const projectHoursReply = z.object({
  totalHours: z.number(),
  taskCount: z.number(),
  userDistribution: z.array(z.object({ user_id: z.number(), user_name: z.string(), hours: z.number() })),
  /** Whether only the people whom a limited manager sees are counted. */
  of_your_teams: added(z.boolean(), false),
})
export type ProjectHours = z.infer<typeof projectHoursReply>

/** The hours of all projects, by project id. */
export const allProjectHoursReply = z.record(z.string(), projectHoursReply)

export const projectSummaryQuery = z.object({
  projectId: requiredQueryId('projectId'),
  userId: queryId('userId'),
  includeTaskDetails: flagQuery,
  limit: pageQuery(limits.projectSummaryMax, limits.projectSummaryMax).limit,
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
  /** Whether the texts are cut. A cut text ends in "…". */
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
  project: added(z.object({ id: z.number(), name: z.string() }), { id: unknownId, name: '' }),
  user: added(z.nullable(z.object({ id: z.number(), name: z.string() })), null),
  reports: z.array(projectSummaryReport),
  /** Whether only the people whom a limited manager sees are counted. */
  of_your_teams: added(z.boolean(), false),
})
export type ProjectSummaryReport = z.infer<typeof projectSummaryReport>
export type ProjectSummary = z.infer<typeof projectSummaryReply>
