import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { bodyId, optionalText, pageQuery, requiredText, searchField, teamIdQuery } from './fields.ts'
import { added, paginationReply } from './replies.ts'

/** Each status with its label, in the order of the tabs. */
export const taskStatuses = {
  pending: 'Pending',
  in_progress: 'In Progress',
  completed: 'Completed',
} as const
export type TaskStatus = keyof typeof taskStatuses
const statuses = Object.keys(taskStatuses) as [TaskStatus, ...TaskStatus[]]

/** Decimal hours in steps of 0.1 (not hour.minutes), as whole tenths, so that sums are exact. */
function tenths(required: string) {
  const error = messages.tasks.hoursInvalid
  return z.pipe(
    z.union([z.number({ error: required }), z.string({ error: required })], { error: required }).check(
      z.refine(value => String(value).trim() !== '', { error: required }),
      z.refine(value => tenthsOf(value) !== undefined, { error }),
    ),
    z.transform(value => tenthsOf(value) ?? 0),
  )
}

function tenthsOf(value: string | number): number | undefined {
  const [, whole = '', part = ''] = /^(\d{0,5})(?:\.(\d?)0*)?$/.exec(String(value).trim()) ?? []
  const amount = Number(whole) * 10 + Number(part)
  return whole + part !== '' && amount >= limits.taskTenthsMin && amount <= limits.taskTenthsMax
    ? amount
    : undefined
}

const optionalTenths = z.pipe(
  z.transform(value => (value === '' ? undefined : (value ?? undefined))),
  z.optional(tenths(messages.tasks.hoursInvalid)),
)

const statusField = z.enum(statuses, { error: messages.tasks.statusUnknown })

export const actualHoursGiven = z.refine<{ status?: TaskStatus; actual_hours?: number }>(
  input => input.status !== 'completed' || input.actual_hours !== undefined,
  { error: messages.tasks.actualHoursRequired, path: ['actual_hours'] },
)

export const taskInput = z.object({
  title: requiredText('Title', messages.tasks.titleRequired, limits.titleMax),
  description: optionalText('Description', limits.longTextMax),
  project_id: bodyId(messages.tasks.projectRequired),
  assigned_to: bodyId(messages.tasks.assigneeRequired),
  expected_hours: tenths(messages.tasks.expectedHoursRequired),
})
/** After the check, hours are whole tenths. */
export type TaskInput = z.output<typeof taskInput>

/** An edit can also change the status. An absent status, actual hours or note doesn't change. */
export const taskEditInput = z.extend(taskInput, {
  /** Null keeps an assignee whom the user doesn't see. */
  assigned_to: z.nullable(taskInput.shape.assigned_to),
  status: z.optional(statusField),
  actual_hours: optionalTenths,
  completion_note: z.optional(optionalText('Completion note', limits.longTextMax)),
})
export type TaskEditInput = z.output<typeof taskEditInput>

export const taskStatusInput = z
  .object({
    status: statusField,
    actual_hours: optionalTenths,
    completion_note: z.optional(optionalText('Completion note', limits.longTextMax)),
  })
  .check(actualHoursGiven)
export type TaskStatusInput = z.output<typeof taskStatusInput>

export const taskReply = z.object({
  id: z.number(),
  title: z.string(),
  description: z.nullable(z.string()),
  project_id: z.number(),
  project_name: z.string(),
  /** Null, with the name, for a limited manager who doesn't see the assignee. */
  assigned_to: z.nullable(z.number()),
  assignee_name: z.nullable(z.string()),
  assigner_name: z.string(),
  /** Sent only to reviewers. */
  expected_hours: z.optional(z.number()),
  actual_hours: z.nullable(z.number()),
  completion_note: z.nullable(z.string()),
  status: z.enum(statuses),
  created_at: z.string(),
  completed_at: z.nullable(z.string()),
  /** Whole minutes of all rows of reports that name the task. */
  logged_minutes: added(z.number(), 0),
})
export type Task = z.infer<typeof taskReply>

export const oneTaskReply = z.object({ data: taskReply })

export const taskPageReply = z.object({
  data: z.array(taskReply),
  pagination: paginationReply,
})
export type TaskPage = z.infer<typeof taskPageReply>

export const taskLogQuery = z.object(pageQuery())

/** Rows of reports that name the task, newest first. */
export const taskLogReply = z.object({
  data: z.array(
    z.object({
      report_id: z.number(),
      date: z.string(),
      user_name: z.string(),
      description: z.string(),
      /** hour.minutes. */
      hours: z.number(),
    }),
  ),
  pagination: paginationReply,
})
export type TaskLog = z.infer<typeof taskLogReply>

export const taskStatsReply = z.object({
  data: z.object({ total: z.number(), pending: z.number(), in_progress: z.number(), completed: z.number() }),
})

export const tasksQuery = z.object({
  ...pageQuery(),
  status: z.optional(statusField),
  search: searchField,
  teamId: teamIdQuery,
})
export type TasksQuery = z.output<typeof tasksQuery>
