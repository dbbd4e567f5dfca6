import type { JsonSchema } from '../json-schema.ts'

type FieldNote = { description?: string; type?: string | string[]; format?: string; example?: unknown }

const whole = { type: 'integer' }
const hours = 'Hours and minutes: `1.30` is an hour and a half.'
const instant = { format: 'date-time', example: '2026-03-10T16:45:00.000Z' }
const day = { format: 'date', example: '2026-03-10' }

const delivery: Record<string, FieldNote> = {
  kind: { description: 'What the email is about.', example: 'comment' },
  to: { description: 'The email address.', example: 'dina@example.org' },
  subject: { example: 'Max Manager commented on your report of 10 March' },
  error: {
    description: 'What the mail server said last.',
    example: "The mail server didn't take the mail: 550 No such user here",
  },
  attempts: { ...whole, description: 'How often it was tried.', example: 8 },
  failed_at: { description: 'Null: it is tried again.', example: '2026-03-10T17:30:00.000Z' },
}
/** Of two bodies with the same fields. */
const ofBoth = (one: string, other: string, fields: Record<string, FieldNote>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, note]) => [
      [`${one}.${name}`, note],
      [`${other}.${name}`, note],
    ]),
  )

/**
 * What a field means, and a value to show. One name means the same wherever it stands; where it doesn't, the entry
 * names the schema too. A field without an entry is still in the description, with a value made from its type.
 */
const notes: Record<string, FieldNote> = {
  id: { ...whole, example: 1 },
  user_id: { ...whole, example: 3 },
  project_id: { ...whole, example: 1 },
  name: { example: 'Dina Developer' },
  email: { format: 'email', example: 'dina@example.org' },
  password: { format: 'password', example: 'correct-horse-battery' },
  role: { example: 'developer' },
  created_at: instant,
  current_password: { format: 'password', example: 'the-old-password' },
  last_sign_in_at: { ...instant, description: 'Null if the user never signed in.' },
  last_used_at: { ...instant, description: 'Accurate to ten minutes.' },
  address: { description: 'The last IP address.', example: '203.0.113.7' },
  device: { description: 'Browser and system.', example: 'Firefox on Windows' },
  is_current: { description: 'The sign-in that makes this call.', example: true },
  token: {
    description: 'Send it as `x-auth-token`.',
    example: 'the-token',
  },
  setup_code: { description: 'From the set-up link that the server prints.', example: 'the-set-up-code' },
  invited: { description: 'Has no password yet.', example: false },
  invite: { description: 'Instead of a password: the user chooses one through a link.', example: true },
  'InviteInput.password': { description: 'Not allowed beside `invite`.' },
  code: { description: 'From the link.', example: 'the-code-of-the-link' },
  link: {
    description: 'Opens the page to choose a password, once.',
    example: 'https://reports.example.org/welcome?code=the-code-of-the-link',
  },
  expires_at: instant,
  emailed: { description: 'The link was also sent by mail.', example: true },
  email_enabled: { description: 'The server can send mail.', example: true },
  people: { description: 'One entry for each person to invite.' },
  projects: { description: 'Names of projects to assign.', example: ['Website'] },
  create_projects: {
    description: 'Names of projects to create first, unless they exist.',
    example: ['Website'],
  },
  dry_run: { description: 'Checks everything and saves nothing.', example: false },
  created: { ...whole, description: 'How many accounts were created.', example: 1 },
  msg: { description: 'A sentence for the user.', example: 'Saved.' },
  open: { description: 'True while there is no account.', example: false },

  organization_name: { example: 'Example Ltd' },
  time_zone: {
    description: "IANA name. Null on a user: the organization's applies.",
    example: 'Europe/Berlin',
  },
  'SetupInput.time_zone': {
    description: "The organization's time zone; by default the server's own.",
    example: 'Europe/Berlin',
  },
  working_days: {
    description: "ISO numbers: 1 is Monday, 7 is Sunday. Null on a user: the organization's apply.",
    example: [1, 2, 3, 4, 5],
  },
  reporting_roles: {
    description: 'Only users with these roles are expected to report.',
    example: ['developer', 'designer', 'marketing'],
  },
  reminder_time: {
    description: "Time of day. Null on a user: the organization's applies.",
    example: '17:00',
  },
  summary_time: { description: 'Time of day.', example: '09:00' },
  reminders: { description: 'Whether the user is reminded of reports.', example: true },
  email_notifications: { example: 'instant' },
  muted: { description: 'Kinds of notifications that are not emailed.', example: ['task_completed'] },
  effective: { description: "What counts: the user's own, or else the organization's." },
  off_today: { description: 'Has time off today, in their time zone.', example: false },
  holidays: { description: 'The earliest first.' },
  'HolidayInput.name': { example: 'New Year' },
  'Holiday.name': { example: 'New Year' },
  'ImportedHolidays.created': { ...whole, description: 'How many holidays were added.', example: 1 },
  skipped: { ...whole, description: 'Dates that were already a holiday.', example: 0 },
  start_date: { ...day, description: 'First day, inclusive.' },
  end_date: { ...day, description: 'Last day, inclusive.', example: '2026-03-12' },
  kind: { example: 'vacation' },
  ...ofBoth('Delivery', 'RetriedDelivery', delivery),
  note: { example: 'At the sea' },
  'AbsenceInput.user_id': { ...whole, description: 'Only for reviewers. By default yourself.', example: 3 },
  from: { ...day, description: 'First day, inclusive.', example: '2026-03-01' },
  to: { ...day, description: 'Last day, inclusive.', example: '2026-03-31' },
  month: { description: 'By default the current one.', example: '2026-03' },
  year: { description: 'By default the current one.', example: '2026' },
  today: { ...day, description: 'The current day in the time zone that counts.' },
  state: { example: 'submitted' },
  report_id: { ...whole, example: 1 },
  absence_id: { ...whole, description: 'The time off on this day, whatever its state.', example: null },
  holiday: { description: 'The name of the holiday, whatever the state.', example: null },
  days: { description: 'In order.' },
  'MissedDays.days': { example: ['2026-03-09'] },
  'MissedDays.reminders': { description: 'Of reports that you still owe, newest first.', example: [] },
  plan: { description: 'Of your last report before the date. Null without one.' },
  lines: {
    description: 'Without bullets, numbers and check boxes. Lines that no row has room for are cut.',
    example: ['Finish the sign-in page'],
  },
  'Suggestions.tasks': { description: 'Assigned to you: in progress, then pending, newest first.' },
  'SuggestedTask.task_id': { ...whole, example: 4 },
  'SuggestedTask.status': { example: 'in_progress' },
  'SuggestedTask.title': { example: 'Build the page' },
  'SuggestedRow.description': { example: 'Daily stand-up' },
  recent: { description: 'The most frequent first, without what is in `plan` or `tasks`.' },
  'Suggestions.blockers': { description: 'Open ones you wrote, the oldest first.' },
  counts: { description: 'Of all users that the filter selects, not of the page.' },
  expected: { ...whole, description: 'submitted + late + missing + due', example: 8 },
  submitted: { ...whole, example: 5 },
  late: { ...whole, example: 1 },
  missing: { ...whole, example: 1 },
  due: { ...whole, example: 1 },
  off: { ...whole, example: 1 },
  to_review: { ...whole, description: 'Unreviewed reports of the date, without your own.', example: 3 },
  earlier_to_review: {
    ...whole,
    description: 'Unreviewed reports of earlier dates, without your own, whatever the filter.',
    example: 0,
  },
  absence_kind: { description: 'The kind of time off on this date, whatever the state.', example: null },
  is_reminded: { description: 'Has been reminded of this date.', example: false },
  'TeamOverview.date': { ...day, description: 'The date that Today opens with.' },
  owing: {
    description:
      "Users who owe a report for the organization's today: how many, and the first eight by name.",
  },

  'AccountExport.tasks': { description: 'Tasks assigned to you.' },
  tasks_given_out: { description: 'Tasks you assigned.' },
  exported_at: instant,
  edited_at: instant,

  'ProjectInput.name': { example: 'Website' },
  'Project.name': { example: 'Website' },
  'Project.description': { example: 'The public website' },
  'ProjectInput.description': { example: 'The public website' },
  developers: { description: 'The staff assigned to the project.' },
  'ProjectInput.developers': {
    description: 'Ids of the staff assigned to the project. Leave it out to keep them.',
    example: [3],
  },
  search: { description: 'Text to search for.', example: 'website' },

  file_name: { example: 'offer.pdf' },
  file_type: { example: 'application/pdf' },
  file_size: { ...whole, description: 'Bytes.', example: 48_213 },
  pendingDeletion: { description: 'Marked for deletion by a manager.', example: false },
  uploaded_by: { description: "The user's name.", example: 'Dina Developer' },
  blurred: { description: 'True: marked for deletion. False: deleted.', example: false },
  url_type: { example: 'staging' },
  url: { example: 'https://staging.example.org' },
  is_blurred: { description: 'Marked for deletion by a manager.', example: false },

  text: { example: 'Waiting for the design' },
  'NewComment.text': { description: 'The first 200 characters.', example: 'Which page is it about?' },
  'NewComment.date': { ...day, description: 'The date of the report.' },
  opened_on: { ...day, description: 'The date of the report that opened it.' },
  days_open: { ...whole, description: 'Calendar days until today, or until it was resolved.', example: 4 },
  owner_id: { ...whole, description: 'The user who takes care of it.', example: 2 },
  owner_name: { example: 'Max Manager' },
  resolved_at: { ...instant, example: null },
  resolved_by_name: { example: null },
  'Blocker.note': { description: 'How it was resolved.', example: null },
  'Blocker.report_id': { ...whole, description: 'The report that opened it.', example: 1 },
  'Blocker.is_shortened': { description: 'In a list: the text is cut.', example: false },
  'ResolveInput.note': { example: 'The design is in the project files' },
  open_blockers: { description: 'Blockers your reports opened.' },
  resolved_blockers: { description: 'Blockers your reports opened, once they are resolved.' },

  date: { ...day, description: 'Calendar date.' },
  startDate: { ...day, description: 'First date, inclusive.', example: '2026-03-01' },
  endDate: { ...day, description: 'Last date, inclusive.', example: '2026-03-31' },
  tasks: { description: "Summary of the day's work.", example: 'Login page' },
  hours: { type: 'number', description: hours, example: 1.3 },
  'TaskDetailInput.hours': { type: ['number', 'string'], description: hours, example: '1.30' },
  hours_worked: { description: `${hours} Computed from \`task_details\`.`, example: 1.3 },
  totalHours: { description: hours, example: 1.3 },
  project_hours: { description: `${hours} Only the time on the chosen project.`, example: 0.45 },
  is_shortened: { description: 'Long texts are cut. Get the single report for all of it.', example: false },
  blockers: { example: 'Waiting for the design' },
  tomorrow_plan: { example: 'Sign-up page' },
  'ReportInput.project_id': { ...whole, description: "Defaults to the first task's project.", example: 1 },
  task_details: { description: 'The tasks of the day.' },
  include_task_details: { description: 'Send `task_details` too.' },
  includeTaskDetails: { description: 'Send `task_details` too.' },
  task_description: { example: 'Fixed the login form' },
  task_id: { ...whole, description: 'The assigned task that the row is for, if any.', example: null },
  'TaskDetailInput.task_id': {
    ...whole,
    description:
      'A task of the same project that is assigned to you; reviewers: any. An edit may keep the one it had.',
    example: null,
  },
  task_title: { description: 'Null without a task.', example: null },
  is_edited: { description: 'Changed after it was submitted.', example: false },
  revision: { ...whole, description: 'The number of the current version, from 1.', example: 1 },
  review: { description: 'Only reports in this state of review.', example: 'unreviewed' },
  reviewer_name: { example: 'Max Manager' },
  reviewed_at: instant,
  comment_id: { ...whole, description: 'The comment that asks for changes.', example: null },
  'Review.state': { example: 'unreviewed' },
  'ReviewInput.state': { example: 'reviewed' },
  'SeenInput.state': { example: 'unreviewed' },
  'ReviewInput.comment': {
    description: 'Needed to ask for changes. It joins the comments of the report.',
    example: 'Which page?',
  },
  seen: {
    description:
      'The version and state you decided by. If the report has been edited, or reviewed otherwise, since: 409. Without it the last reviewer wins.',
    example: null,
  },
  'BulkReviewInput.ids': { description: 'Ids of reports.', example: [1] },
  'BulkReviewInput.state': { example: 'reviewed' },
  revisions: { description: 'The versions you decided by, in the order of `ids`.', example: null },
  states: { description: 'The states you decided by, in the order of `ids`.', example: null },
  updated: { ...whole, description: 'How many reports changed their state.', example: 1 },
  updated_ids: { description: 'Their ids.', example: [1] },
  number: { ...whole, description: 'Of the version, from 1.', example: 1 },
  saved_at: instant,
  editor_name: { example: 'Dina Developer' },
  user_name: { example: 'Dina Developer' },
  user_email: { format: 'email', example: 'dina@example.org' },
  user_role: { example: 'developer' },
  project_name: { example: 'Website' },
  edit_window_days: { ...whole, description: 'Days in which a report can be edited.', example: 3 },
  userId: { description: 'Only this user.' },
  projectId: { description: 'Only this project.' },
  taskCount: { ...whole, example: 1 },
  userDistribution: { description: 'Most hours first.' },
  'ProjectSummary.project': { example: { id: 1, name: 'Website' } },
  'ProjectSummary.user': { description: 'Null for all users.' },
  comment: { example: 'Nice work!' },
  comment_count: { ...whole, description: 'How many comments it has.', example: 2 },
  parent_id: { ...whole, description: 'The comment it replies to, if any.', example: null },

  title: { example: 'Fix the login form' },
  description: { example: 'The button does nothing on phones' },
  'TaskDetailInput.description': { example: 'Fixed the login form' },
  assigned_to: { ...whole, description: "The assignee's user id.", example: 3 },
  assignee_name: { example: 'Dina Developer' },
  assigner_name: { example: 'Max Manager' },
  expected_hours: { type: 'number', description: 'Decimal hours. Only reviewers see it.', example: 2.5 },
  actual_hours: { type: 'number', description: 'Decimal hours: `1.5` is an hour and a half.', example: 1.5 },
  completion_note: { example: 'Tested on three phones' },
  status: { example: 'completed' },
  completed_at: instant,
  logged_minutes: {
    ...whole,
    description: 'Whole minutes, of all rows of reports that name the task.',
    example: 90,
  },
  data: {},
  total: { ...whole, example: 1 },
  totalPages: { ...whole, example: 1 },
  pages: { ...whole, example: 1 },
  page: { ...whole, example: 1 },
  limit: { ...whole, description: 'Entries per page.', example: 10 },
  pending: { ...whole, example: 0 },
  in_progress: { ...whole, example: 0 },
  completed: { ...whole, example: 1 },
}

/** The schema of a field with what is known about its name. */
export function describeField(component: string, name: string, schema: JsonSchema): JsonSchema {
  const note = notes[`${component}.${name}`] ?? notes[name]
  if (!note || '$ref' in schema || 'const' in schema) return schema
  const { type, example, ...rest } = note
  const { anyOf, ...own } = schema
  const isNullable = [own.type].flat().includes('null')
  return {
    ...own,
    ...(type ? { type: isNullable ? [type, 'null'].flat() : type } : anyOf ? { anyOf } : {}),
    ...rest,
    ...(example !== undefined && { examples: [example] }),
  }
}
