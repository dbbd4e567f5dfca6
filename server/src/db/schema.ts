import type { Generated, Kysely, Transaction } from 'kysely'
import type { AbsenceKind } from '#shared/contract/absences.ts'
import type { TokenScope } from '#shared/contract/access-tokens.ts'
import type { Account } from '#shared/contract/account.ts'
import type { ActivityKind, ClaimKind, SourceKind } from '#shared/contract/activity.ts'
import type { MutableKind, NotificationKind } from '#shared/contract/notifications.ts'
import type { RecordKind, RecordTarget, RecordVia } from '#shared/contract/record.ts'
import type { ReviewState } from '#shared/contract/reviews.ts'
import type { SearchType } from '#shared/contract/search.ts'
import type { ManagerScope, SecondStepPolicy } from '#shared/contract/settings.ts'
import type { TaskStatus } from '#shared/contract/tasks.ts'
import type { UrlType } from '#shared/contract/urls.ts'
import type { WebhookFormat, WebhookKind } from '#shared/contract/webhooks.ts'
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
  /** Null: the user can't sign in with a password; they were invited, or use single sign-on. */
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
  /** When an invited user chose a password or came by single sign-on; null for those who never needed to. */
  accepted_at: string | null
  /** When the user turned off the suggestions of what they do elsewhere. */
  activity_off_at: string | null
  /** When the user got the first factor of a second step; null for those who have none. */
  second_step_at: string | null
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
  /** `provider` means that the provider of a single sign-on asks for the second step instead of this server. */
  second_step: 'provider' | null
}

/** The authenticator app of a user (see identity/totp.ts). Its keys are encrypted. */
export type AuthenticatorAppsTable = {
  user_id: number
  /** Null until it is confirmed by a code. */
  secret: string | null
  /** A key that replaces `secret` after one right code. */
  new_secret: string | null
  /** The time step of the last code that was accepted. */
  last_step: number | null
  created_at: string
  last_used_at: string | null
}

/** Passkeys of users (see identity/passkeys.ts). */
export type PasskeysTable = {
  id: Generated<number>
  user_id: number
  name: string
  credential_id: string
  /** Random, and the same for all passkeys of a user. Authenticators store it. */
  user_handle: string
  /** COSE, as base64url. */
  public_key: string
  /** How often the passkey was used, according to the authenticator. Zero if the authenticator doesn't count. */
  counter: number
  /** JSON: how the browser reaches the authenticator. */
  transports: string
  /** 1 if the authenticator says that the passkey is synchronized with other devices. */
  backed_up: number
  created_at: string
  last_used_at: string | null
}

/** Codes that each replace a second step once. A used one is deleted. */
export type RecoveryCodesTable = {
  /** The SHA-256 of the code, with its user. */
  hash: string
  user_id: number
}

/** Sign-ins that wait for their second step (see identity/second-step.ts), and challenges of passkeys that were used. */
export type SignInChallengesTable = {
  /** The SHA-256 of the challenge. */
  hash: string
  kind: 'second_step' | 'second_step_of_sso' | 'used'
  /** Null for a challenge that was used. */
  user_id: number | null
  /** The SHA-256 of the browser's cookie. */
  browser_hash: string | null
  /** How many answers were tried. */
  attempts: number
  /** What the provider of single sign-on said, as JSON. It is applied once the challenge is answered. */
  sign_on: Generated<string | null>
  expires_at: string
}

/** Secret addresses that calendar programs read: one for a user's own time off, and one for each team. */
export type CalendarFeedsTable = {
  id: Generated<number>
  /** Who made it. */
  user_id: number
  /** Null: the user's own. */
  team_id: number | null
  /** The SHA-256 of the secret. */
  hash: string
  created_at: string
}

/** Who a user is at a provider of single sign-on: a user can have several. */
export type IdentitiesTable = {
  id: Generated<number>
  user_id: number
  issuer: string
  /** The provider's id of the person: unlike the e-mail, it never becomes another person's. */
  subject: string
  /** The e-mail when they last signed in with it. */
  email: string | null
  created_at: string
  last_used_at: string | null
}

/** Sign-ins that the provider has confirmed. The page fetches its token with a code, which works once. */
export type WaitingSignOnsTable = {
  /** The SHA-256 of the code. */
  code_hash: string
  /** Null for a person who has no account yet. */
  user_id: number | null
  /** What the provider said of the person, as JSON (features/single-sign-on). */
  sign_on: string
  expires_at: string
}

/** Tokens with which programs act for a user (see identity/user-of-token.ts). */
export type AccessTokensTable = {
  id: Generated<number>
  user_id: number
  name: string
  scope: TokenScope
  /** The SHA-256 of the token. */
  hash: string
  /** The last characters of the token. */
  ending: string
  created_at: string
  /** Null: never. */
  expires_at: string | null
  last_used_at: string | null
  /** When the user was notified that it expires soon. */
  notified_at: string | null
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

export type TeamsTable = {
  id: Generated<number>
  name: string
  name_key: string
  description: string | null
  created_at: string
}

/** The members of a team, or its leads. Deleted users are neither. */
export type TeamPeopleTable = {
  team_id: number
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
  /** `reviewed` by default, which holds for reports from before reviews existed. */
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

/** A blocker is opened by the first report that names it, and stays open until it is resolved. */
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

// The next four tables are stored counts. The transaction that changes what is counted updates them, and a recount
// rebuilds them.

/**
 * How many of a subject (see day-counts.ts) there are on a day such as 20260309; project 0 means all projects. Reports
 * also have their minutes and the numbers of those that need a review or changes; all others are reviewed.
 */
export type DayCountsTable = {
  subject: number
  project_id: number
  day: number
  total: number
  unreviewed: Generated<number>
  needs_changes: Generated<number>
  minutes: Generated<number>
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

/** The days of a month such as 202603 on which a user has reported, as bits (see report-months.ts). */
export type ReportMonthsTable = {
  user_id: number
  month: number
  days: number
  late: number
  /** JSON: the projects of each day, each followed by its minutes. */
  shares: Generated<string>
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

/** How many reports a user has written; users without any have no row. */
export type ReportAuthorsTable = { user_id: number; reports: number }

/** Has one row, with id 1, once an admin has set something. A field is null if it was never set. */
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
  /** Null: managers see everyone. */
  manager_scope: ManagerScope | null
  /** Null: everyone decides for themselves. */
  second_step: SecondStepPolicy | null
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
  /** Null: never changed. */
  changed_at: Generated<string | null>
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
  /** Whose report, task or blocker it is about; null: the recipient's own day, or the whole team. */
  person_id: number | null
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
  kind: MutableKind
}

/** The words of texts (see search-index.ts). On SQLite the key is the `rowid`. */
export type SearchIndexTable = { key: number; words: string }

/** The progress of building the search indexes. A kind of thing without a row has never been indexed. */
export type SearchProgressTable = {
  type: SearchType
  /** The version of shared/src/search-words.ts. */
  version: number
  /** All things up to this id are indexed. */
  done: number
  /** The id of the newest thing when the build began. Newer ones are indexed when they are written. */
  total: number
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

export type WebhooksTable = {
  id: Generated<number>
  name: string
  url: string
  format: WebhookFormat
  /** JSON: the kinds of events that it gets. */
  events: string
  /** JSON: the ids of the teams whose people it gets events of; empty for everyone. */
  team_ids: string
  secret: string
  /** The previous secret, which also signs until `former_secret_until`. */
  former_secret: string | null
  former_secret_until: string | null
  created_at: string
  /** When it was switched off. Null: it is on. */
  off_at: string | null
  /** Why the server switched it off. */
  off_reason: 'gone' | 'failing' | null
  /** The first failure since its last success. */
  failing_since: string | null
  last_tried_at: string | null
  /** Null: there was no response. */
  last_status: number | null
}

export type WebhookDeliveriesTable = {
  id: Generated<number>
  webhook_id: number
  event: WebhookKind | 'test'
  message_id: string
  /** The user whom it is about. */
  person_id: number | null
  request: string
  created_at: string
  tries: number
  tried_at: string | null
  status: number | null
  /** Milliseconds. */
  duration: number | null
  answer: string | null
  error: string | null
  /** Null: the delivery isn't tried again. */
  next_try_at: string | null
}

/** URLs to which Git servers send what people do (see features/activity). */
export type ActivitySourcesTable = {
  id: Generated<number>
  name: string
  kind: SourceKind
  project_id: number
  /** The last part of the address. */
  hook_key: string
  /** Signatures can only be checked with the secret itself. */
  secret: string
  created_at: string
  last_event_at: string | null
  unmatched: Generated<number>
}

/** Deliveries that were handled before. `delivery` is a hash of the id or of the content. */
export type ActivityDeliveriesTable = { source_id: number; delivery: string; received_at: string }

/** E-mails of users that Git servers know, besides those of the accounts. */
export type ActivityEmailsTable = { email: string; user_id: number }

/** Names of users on Git servers, in lower case. */
export type ActivityLoginsTable = { kind: SourceKind; login: string; user_id: number }

/** E-mails and logins that deliveries had, as hashes. */
export type ActivityNamesTable = {
  name_hash: string
  seen_at: string
  /** The deleted user who listed it, so that it is erased with them. */
  user_id: number | null
}

/** E-mails and logins that users list and that don't count until they are confirmed. */
export type ActivityClaimsTable = {
  id: Generated<number>
  user_id: number
  kind: ClaimKind
  name: string
  claimed_at: string
  /** When the code was mailed to the e-mail. The code is derived from this row and the server's key. */
  code_sent_at: string | null
}

/** How many mails with codes a user caused on the last day that they caused any. */
export type ActivityCodeMailsTable = { user_id: number; day: string; mails: number }

/** What users did elsewhere. Only they see it. */
export type ActivityTable = {
  id: Generated<number>
  user_id: number
  project_id: number | null
  kind: ActivityKind
  title: string
  link: string | null
  happened_at: string
  /** A hash of the commit, request or the like, which is stored once per user. */
  activity_key: string
  /** A hash of the branch, whose commits are one suggestion. */
  branch_key: string | null
}

/** Drafts of reports that assistants saved. They wait in the form of their user, one for each date. */
export type ReportDraftsTable = {
  id: Generated<number>
  user_id: number
  date: string
  tasks: string | null
  blockers: string | null
  tomorrow_plan: string | null
  /** JSON (features/report-drafts). */
  rows: string
  token_name: string | null
  saved_at: string
}

/** The record of who did what (see features/record). Never updated. */
export type RecordEntriesTable = {
  id: Generated<number>
  at: string
  kind: RecordKind
  actor_id: number | null
  via: RecordVia
  address: string | null
  target_type: RecordTarget | null
  target_id: number | null
  /** The user to whom it was done. */
  user_id: number | null
  /** JSON. */
  details: string
}

export type Tables = {
  users: UsersTable
  sign_ins: SignInsTable
  access_tokens: AccessTokensTable
  identities: IdentitiesTable
  waiting_sign_ons: WaitingSignOnsTable
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
  record_entries: RecordEntriesTable
  calendar_feeds: CalendarFeedsTable
  authenticator_apps: AuthenticatorAppsTable
  passkeys: PasskeysTable
  recovery_codes: RecoveryCodesTable
  sign_in_challenges: SignInChallengesTable
  sign_in_failures: SignInFailuresTable
  known_devices: KnownDevicesTable
  one_time_codes: OneTimeCodesTable
  shared_values: SharedValuesTable
  setup_codes: SetupCodesTable
  projects: ProjectsTable
  project_members: ProjectMembersTable
  project_files: ProjectFilesTable
  project_urls: ProjectUrlsTable
  teams: TeamsTable
  team_members: TeamPeopleTable
  team_leads: TeamPeopleTable
  tasks: TasksTable
  reports: ReportsTable
  report_revisions: ReportRevisionsTable
  report_rows: ReportRowsTable
  blockers: BlockersTable
  comments: CommentsTable
  day_counts: DayCountsTable
  report_projects: ReportProjectsTable
  project_people: ProjectPeopleTable
  report_authors: ReportAuthorsTable
  report_months: ReportMonthsTable
  jobs: JobsTable
  organization_settings: OrganizationSettingsTable
  holidays: HolidaysTable
  absences: AbsencesTable
  nudges: NudgesTable
  notifications: NotificationsTable
  comment_mentions: CommentMentionsTable
  muted_mails: MutedMailsTable
  written_bytes: WrittenBytesTable
  search_reports: SearchIndexTable
  search_comments: SearchIndexTable
  search_names: SearchIndexTable
  search_progress: SearchProgressTable
  activity_sources: ActivitySourcesTable
  activity_deliveries: ActivityDeliveriesTable
  activity_emails: ActivityEmailsTable
  activity_logins: ActivityLoginsTable
  activity_names: ActivityNamesTable
  activity_claims: ActivityClaimsTable
  activity_code_mails: ActivityCodeMailsTable
  activity: ActivityTable
  report_drafts: ReportDraftsTable
  schema_migrations: MigrationsTable
}

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>
