import * as z from 'zod/mini'
import { absenceReply } from './absences.ts'
import { accountReply } from './account.ts'
import { notificationKinds } from './notification-kinds.ts'
import { taskReply } from './tasks.ts'
import { urlReply } from './urls.ts'

const exportedTask = z.object({
  id: z.number(),
  title: z.string(),
  description: z.nullable(z.string()),
  project_name: z.string(),
  status: taskReply.shape.status,
  actual_hours: z.nullable(z.number()),
  completion_note: z.nullable(z.string()),
  created_at: z.string(),
  completed_at: z.nullable(z.string()),
})

const exportedBlocker = z.object({
  id: z.number(),
  report_id: z.number(),
  text: z.string(),
  project_name: z.nullable(z.string()),
  opened_on: z.string(),
  created_at: z.string(),
  resolved_at: z.nullable(z.string()),
  note: z.nullable(z.string()),
})

export const exportedNotificationReply = z.object({
  id: z.number(),
  kind: z.enum(notificationKinds),
  text: z.string(),
  created_at: z.string(),
  read_at: z.nullable(z.string()),
})

/** Everything one user wrote. */
export const accountExportReply = z.object({
  exported_at: z.string(),
  account: accountReply,
  reports: z.array(
    z.object({
      id: z.number(),
      date: z.string(),
      tasks: z.string(),
      hours_worked: z.number(),
      blockers: z.nullable(z.string()),
      tomorrow_plan: z.nullable(z.string()),
      project_name: z.nullable(z.string()),
      created_at: z.string(),
      edited_at: z.nullable(z.string()),
      task_details: z.array(
        z.object({
          description: z.string(),
          hours: z.number(),
          project_name: z.string(),
          task_id: z.nullable(z.number()),
          task_title: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  /** What the reports were before each edit. */
  earlier_versions: z.array(
    z.object({
      report_id: z.number(),
      date: z.string(),
      number: z.number(),
      saved_at: z.string(),
      tasks: z.string(),
      hours_worked: z.number(),
      blockers: z.nullable(z.string()),
      tomorrow_plan: z.nullable(z.string()),
      task_details: z.array(z.object({ description: z.string(), hours: z.number() })),
    }),
  ),
  time_off: z.array(
    z.object({
      id: z.number(),
      start_date: z.string(),
      end_date: z.string(),
      kind: absenceReply.shape.kind,
      note: z.nullable(z.string()),
      created_at: z.string(),
    }),
  ),
  open_blockers: z.array(exportedBlocker),
  resolved_blockers: z.array(exportedBlocker),
  comments: z.array(
    z.object({
      id: z.number(),
      report_id: z.number(),
      parent_id: z.nullable(z.number()),
      comment: z.string(),
      created_at: z.string(),
    }),
  ),
  tasks: z.array(exportedTask),
  tasks_given_out: z.array(exportedTask),
  links: z.array(
    z.object({
      id: z.number(),
      project_name: z.string(),
      url_type: urlReply.shape.url_type,
      url: z.string(),
      created_at: z.string(),
    }),
  ),
  files: z.array(
    z.object({
      id: z.number(),
      project_name: z.string(),
      file_name: z.string(),
      file_size: z.number(),
      created_at: z.string(),
    }),
  ),
  /** What the user was told. */
  notifications: z.array(exportedNotificationReply),
})
