import * as z from 'zod/mini'
import { messages } from '../messages.ts'
import { absenceReply } from './absences.ts'
import {
  activityEmailsField,
  activityKinds,
  activityLoginReply,
  activityLoginsField,
  ownClaimReply,
} from './activity.ts'
import {
  boundedList,
  endIdentitiesField,
  nameField,
  newPasswordField,
  timeField,
  timeZoneField,
  usedPasswordField,
  workingDaysField,
} from './fields.ts'
import { mutableKinds, notificationKinds } from './notifications.ts'
import { added } from './replies.ts'
import { taskReply } from './tasks.ts'
import { namedTeamReply } from './teams.ts'
import { urlReply } from './urls.ts'
import { userReply } from './users.ts'

export const emailNotifications = ['instant', 'daily', 'off'] as const

/** The account of the signed-in user. Null means that the organization's value applies. */
export const accountReply = z.extend(userReply, {
  time_zone: z.nullable(z.string()),
  working_days: z.nullable(z.array(z.number())),
  reminder_time: z.nullable(z.string()),
  reminders: z.boolean(),
  email_notifications: z.enum(emailNotifications),
  /** Kinds of notifications that are shown in the app only, whatever `email_notifications` says. */
  muted: z.array(z.enum(mutableKinds)),
  /** Whether what the user does elsewhere is suggested for reports. */
  activity: added(z.boolean(), true),
  activity_emails: added(z.array(z.string()), []),
  activity_logins: added(z.array(activityLoginReply), []),
  /** Those of both lists that don't count until they are confirmed. */
  activity_pending: added(z.array(ownClaimReply), []),
  /** By name. */
  teams: added(z.array(namedTeamReply), []),
  /** False for users who have only ever signed in another way. */
  has_password: added(z.boolean(), true),
  /** What applies to the user: their own values, or else the organization's. */
  effective: z.object({
    time_zone: z.string(),
    working_days: z.array(z.number()),
    reminder_time: z.string(),
  }),
})
export type Account = z.infer<typeof accountReply>

/** An absent field doesn't change. */
export const accountInput = z.object({
  name: z.optional(nameField),
  time_zone: z.optional(z.nullable(timeZoneField)),
  working_days: z.optional(z.nullable(workingDaysField)),
  reminder_time: z.optional(z.nullable(timeField)),
  reminders: z.optional(z.boolean()),
  email_notifications: z.optional(
    z.enum(emailNotifications, { error: messages.account.emailNotificationsInvalid }),
  ),
  muted: z.optional(
    boundedList(z.enum(mutableKinds, { error: messages.fields.invalid('muted') }), {
      max: mutableKinds.length,
      tooMany: messages.fields.invalid('muted'),
      invalid: messages.fields.invalid('muted'),
    }),
  ),
  /** False also deletes what is stored. */
  activity: z.optional(z.boolean()),
  activity_emails: z.optional(activityEmailsField),
  activity_logins: z.optional(activityLoginsField),
})
export type AccountInput = z.output<typeof accountInput>

/** The form of the profile. */
export const profileForm = z.object({ name: nameField })
export type ProfileForm = z.infer<typeof profileForm>

export const ownPasswordInput = z.object({
  /** Absent for a user who has none yet. */
  current_password: z.optional(usedPasswordField(messages.account.currentPasswordRequired)),
  password: newPasswordField,
  end_identities: endIdentitiesField,
})
export type OwnPasswordInput = z.infer<typeof ownPasswordInput>

/** A device on which the user is signed in. */
export const signInReply = z.object({
  id: z.number(),
  created_at: z.string(),
  last_used_at: z.string(),
  address: z.nullable(z.string()),
  device: z.nullable(z.string()),
  is_current: z.boolean(),
})
export type SignIn = z.infer<typeof signInReply>

export const signInsReply = z.array(signInReply)

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

export const exportedActivityReply = z.object({
  id: z.number(),
  kind: z.enum(activityKinds),
  title: z.string(),
  link: z.nullable(z.string()),
  project_name: z.nullable(z.string()),
  happened_at: z.string(),
})

/** Null stands for what the draft leaves to its user. */
const exportedDraft = z.object({
  id: z.number(),
  date: z.string(),
  tasks: z.nullable(z.string()),
  blockers: z.nullable(z.string()),
  tomorrow_plan: z.nullable(z.string()),
  token_name: z.nullable(z.string()),
  saved_at: z.string(),
  task_details: z.array(z.object({ description: z.string(), hours: z.nullable(z.number()) })),
})

/** Everything that one user wrote. */
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
  /** The reports as they were before each edit. */
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
  notifications: z.array(exportedNotificationReply),
  activity: added(z.array(exportedActivityReply), []),
  report_drafts: z.array(exportedDraft),
})
