import type { Generated, Kysely, Transaction } from 'kysely'
import type { AbsenceKind } from '#shared/contract/absences.ts'
import type { Account } from '#shared/contract/account.ts'
import type { NotificationKind } from '#shared/contract/notifications.ts'
import type { ReviewState } from '#shared/contract/reviews.ts'
import type { TaskStatus } from '#shared/contract/tasks.ts'
import type { UrlType } from '#shared/contract/urls.ts'
import type { Role } from '#shared/roles.ts'

// Instants are ISO 8601 UTC text of fixed width and calendar days are YYYY-MM-DD, so both engines store,
// compare and return them alike. A nullable instant is used instead of a flag, because it also says when.

export type UsersTable = {
  id: Generated<number>
  name: string
  /** The name in lower case, to sort by. */
  name_key: Generated<string>
  email: string
  role: Role
  /** Null: the user can't sign in with a password. */
  password_hash: string | null
  created_at: string
  deleted_at: string | null
  last_sign_in_at: string | null
  /** Null: the organization's time zone. The same holds for the reminder time. */
  time_zone: string | null
  /** JSON: the schedule of shared/src/day-state.ts. Null: always the organization's working days. */
  working_days: string | null
  reminder_time: string | null
  reminders_off_at: string | null
  email_notifications: Generated<Account['email_notifications']>
  /** When an invited user chose a password; null for those who never needed to. */
  accepted_at: string | null
}

/** One row per sign-in; a token is valid only while its row exists. */
export type SignInsTable = {
  /** Identifies the sign-in to its user, who must not learn the stored id. */
  public_id: Generated<number>
  /** The SHA-256 of the id in the token: reading this table is not enough to forge one. */
  id: string
  user_id: number
  created_at: string
  expires_at: string
  /** Null until it is used ten minutes or more after it was opened. */
  last_used_at: string | null
  /** The IP address that used it last. */
  address: string | null
  /** Browser and system in words. */
  device: string | null
}

/** Browsers that have signed in to an account before, by the hash of the id in their cookie. */
export type KnownDevicesTable = {
  device_hash: string
  user_id: number
  used_at: string
}

/** Links that work once (see identity/one-time-codes.ts): at most one of a kind for an account. */
export type OneTimeCodesTable = {
  user_id: number
  kind: 'invitation' | 'reset'
  /** Random; the code is derived from it with the server's key. */
  id: string
  /** The SHA-256 of the code. */
  code_hash: string
  expires_at: string
}

/** One row per failed guess and counter (see sign-in-limit.ts), kept until it leaves the window in which it counts. */
export type SignInFailuresTable = {
  id: Generated<number>
  /** An IP address, a network of them, or a known device. */
  address: string
  email: string
  failed_at: string
}

/** Values that all instances on one database share, such as the key that signs tokens. */
export type SharedValuesTable = {
  name: string
  value: string
}

/** One row per running instance that printed a set-up link, deleted once there is an account. */
export type SetupCodesTable = {
  instance: string
  code_hash: string
  created_at: string
}

export type ProjectsTable = {
  id: Generated<number>
  name: string
  name_key: string
  description: string | null
  created_at: string
  deleted_at: string | null
}

export type ProjectMembersTable = {
  project_id: number
  user_id: number
}

export type ReportsTable = {
  id: Generated<number>
  user_id: number
  date: string
  tasks: string
  minutes: number
  blockers: string | null
  tomorrow_plan: string | null
  project_id: number | null
  /** When it was first sent. */
  created_at: string
  edited_at: string | null
  /** The author's zone at that moment. Null: sent before zones were stored, so the organization's zone counts. */
  time_zone: string | null
  /** `reviewed` by default, as reports from before reviews existed. */
  review_state: Generated<ReviewState>
  reviewed_by: number | null
  reviewed_at: string | null
  /** The last comment that asked for changes, until the report is edited or unreviewed again. */
  review_comment_id: number | null
  /** The number of the current version. */
  revision: Generated<number>
}

/** A report as it was before an edit. */
export type ReportRevisionsTable = {
  report_id: number
  number: number
  saved_at: string
  tasks: string
  minutes: number
  blockers: string | null
  tomorrow_plan: string | null
  /** JSON: id, description, minutes and project_id of each row, and task_id of those that have one. */
  rows: string
}

/** The API calls them `task_details`. */
export type ReportRowsTable = {
  id: Generated<number>
  report_id: number
  position: number
  description: string
  minutes: number
  project_id: number
  /** The task that the time was for; null without one or once it is deleted. */
  task_id: number | null
}

export type CommentsTable = {
  id: Generated<number>
  report_id: number
  parent_id: number | null
  /** 1 for the top of a thread. */
  level: number
  user_id: number
  comment: string
  created_at: string
}

export type ProjectFilesTable = {
  id: Generated<number>
  project_id: number
  file_name: string
  file_size: number
  storage_name: string
  user_id: number
  created_at: string
  deletion_marked_at: string | null
}

export type ProjectUrlsTable = {
  id: Generated<number>
  project_id: number
  url_type: UrlType
  url: string
  user_id: number
  created_at: string
  deletion_marked_at: string | null
}

export type TasksTable = {
  id: Generated<number>
  title: string
  description: string | null
  project_id: number
  assigned_to: number
  assigned_by: number
  /** Tenths of an hour, like actual_tenths. */
  expected_tenths: number
  actual_tenths: number | null
  completion_note: string | null
  status: TaskStatus
  created_at: string
  completed_at: string | null
  /** The minutes of all rows that name it; recount.ts computes them from scratch. */
  logged_minutes: Generated<number>
}

/** A blocker exists from the first report that names it until it is resolved. */
export type BlockersTable = {
  id: Generated<number>
  /** The report that opened it; editing another report doesn't change it. */
  report_id: number
  user_id: number
  project_id: number | null
  text: string
  /** The hash of the text without case: a user has at most one open blocker per key. */
  text_key: string
  /** The date of the report. */
  opened_on: string
  created_at: string
  owner_id: number | null
  resolved_at: string | null
  resolved_by: number | null
  note: string | null
}

// The next three tables are stored counts: written in the transaction that changes them, and rebuilt by a recount.

/**
 * How many of a subject (see day-counts.ts) there are on a day such as 20260309; project 0 is all projects. Of reports also
 * how many need a review or changes; all others are reviewed.
 */
export type DayCountsTable = {
  subject: number
  project_id: number
  day: number
  total: number
  unreviewed: Generated<number>
  needs_changes: Generated<number>
}

export type ReportProjectsTable = {
  project_id: number
  report_id: number
  user_id: number
  date: string
  minutes: number
  rows: number
}

export type ProjectPeopleTable = {
  project_id: number
  user_id: number
  minutes: number
  rows: number
  reports: number
}

/** Work that any instance does later (see jobs/). The row is deleted once it is done. */
export type JobsTable = {
  id: Generated<number>
  kind: string
  /** Unique among the jobs of a kind, so that an event is queued once. */
  key: string | null
  /** JSON. */
  payload: string
  /** When it may be claimed; while it runs, when its lease runs out. */
  due_at: string
  /** The id of the run that holds the job. */
  lease: string | null
  attempts: number
  last_error: string | null
  /** Set when the job is given up after too many attempts. */
  failed_at: string | null
  created_at: string
  /** Jobs of one lane, such as mails to one user, run one at a time. */
  lane: string | null
  /** The subject of its mail, for the list of failed mails. */
  subject: string | null
}

/** One row, with id 1, once an admin has set something. Null: never set. */
export type OrganizationSettingsTable = {
  id: number
  organization_name: string | null
  time_zone: string | null
  /** JSON: the schedule of shared/src/day-state.ts. */
  working_days: string | null
  /** JSON. */
  reporting_roles: string | null
  reminder_time: string | null
  summary_time: string | null
  /** The first zone that was set; it counts for reports from before zones were stored. */
  earlier_reports_zone: string | null
}

export type HolidaysTable = {
  id: Generated<number>
  date: string
  name: string
}

/** Time off, both days included. */
export type AbsencesTable = {
  id: Generated<number>
  user_id: number
  start_date: string
  end_date: string
  kind: AbsenceKind
  note: string | null
  created_at: string
}

/** A reviewer's reminder of the report for a date: one for each user and date. */
export type NudgesTable = {
  user_id: number
  date: string
  created_by: number
  created_at: string
}

/** Notifications are deleted after a number of days (see limits). */
export type NotificationsTable = {
  id: Generated<number>
  user_id: number
  kind: NotificationKind
  /** Identifies an event that must cause only one notification, such as a reminder of a day. */
  key: string | null
  /** The thing it is about, such as `report:12`; notifications of one kind and subject are shown as one. */
  subject: string | null
  /** The user who caused it; null: the program. */
  actor_id: number | null
  comment_id: number | null
  /** JSON: the values of its text and link, without names of users, which are read from their accounts. */
  data: string
  created_at: string
  read_at: string | null
  /** When it is mailed, unless it is read before. Null: never, or its mail is queued. */
  mail_due_at: string | null
  /** When its mail went out. */
  mailed_at: string | null
  /** Identifies its mail, by the id of the first notification in it. */
  mail_id: number | null
}

export type CommentMentionsTable = {
  comment_id: number
  user_id: number
}

/** Kinds of mail that a user has turned off. */
export type MutedMailsTable = {
  user_id: number
  kind: NotificationKind
}

export type MigrationsTable = {
  name: string
  applied_at: string
}

/** Bytes of text that a user has stored on the last day of UTC on which they stored any (see identity/written-bytes.ts). */
export type WrittenBytesTable = {
  user_id: number
  day: string
  bytes: number
}

export type Tables = {
  users: UsersTable
  sign_ins: SignInsTable
  sign_in_failures: SignInFailuresTable
  known_devices: KnownDevicesTable
  one_time_codes: OneTimeCodesTable
  shared_values: SharedValuesTable
  setup_codes: SetupCodesTable
  projects: ProjectsTable
  project_members: ProjectMembersTable
  project_files: ProjectFilesTable
  project_urls: ProjectUrlsTable
  tasks: TasksTable
  reports: ReportsTable
  report_revisions: ReportRevisionsTable
  report_rows: ReportRowsTable
  blockers: BlockersTable
  comments: CommentsTable
  day_counts: DayCountsTable
  report_projects: ReportProjectsTable
  project_people: ProjectPeopleTable
  jobs: JobsTable
  organization_settings: OrganizationSettingsTable
  holidays: HolidaysTable
  absences: AbsencesTable
  nudges: NudgesTable
  notifications: NotificationsTable
  comment_mentions: CommentMentionsTable
  muted_mails: MutedMailsTable
  written_bytes: WrittenBytesTable
  schema_migrations: MigrationsTable
}

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>
