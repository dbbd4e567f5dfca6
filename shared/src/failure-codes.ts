import { messages } from './messages.ts'

type FailureKind = {
  status: number
  /** The message for `msg` and `error`, or the function that makes it. */
  message: string | ((...values: never[]) => string)
  /** The text of the API description. */
  description: string
  retryAfterSeconds?: number
}

/** The seconds after which a client may try again while the server is busy or restarting. */
const soon = 5

/**
 * Every way a call can fail, by its stable code. The server refuses only with a code of this table. Screens and other
 * clients compare codes, because messages may be reworded or translated. Never rename a released code (a test pins them).
 */
export const failures = {
  validation_failed: {
    status: 400,
    message: messages.general.invalidInput,
    description:
      'The input is not valid. `errors` has a sentence for each field, and `msg` is the first of them.',
  },
  project_missing: {
    status: 400,
    message: messages.reports.projectMissing,
    description: 'A chosen project does not exist (any more). `errors` says where.',
  },
  task_not_assigned: {
    status: 400,
    message: messages.reports.taskNotYours,
    description:
      'The task of a row does not exist (any more), or is not assigned to the author. `errors` says where.',
  },
  task_of_other_project: {
    status: 400,
    message: messages.reports.taskOfOtherProject,
    description: 'The task of a row belongs to another project than the row. `errors` says where.',
  },
  owner_missing: {
    status: 400,
    message: messages.blockers.ownerMissing,
    description: 'The chosen owner of a blocker has no account (any more).',
  },
  assignee_missing: {
    status: 400,
    message: messages.tasks.assigneeMissing,
    description: 'The chosen assignee does not exist (any more).',
  },
  member_missing: {
    status: 400,
    message: messages.projects.developerMissing,
    description: 'One of the chosen project members has no account (any more).',
  },
  parent_comment_missing: {
    status: 400,
    message: messages.comments.parentMissing,
    description: 'The comment that is replied to is not on this report.',
  },
  too_many_comments: {
    status: 400,
    message: messages.comments.tooMany,
    description: 'The report has no room for more.',
  },
  too_many_files: {
    status: 400,
    message: messages.files.tooMany,
    description: 'The project has no room for more.',
  },
  too_many_urls: {
    status: 400,
    message: messages.urls.tooMany,
    description: 'The project has no room for more.',
  },
  too_many_holidays: {
    status: 400,
    message: messages.settings.tooManyHolidays,
    description: 'There is no room for more holidays.',
  },
  invalid_json: { status: 400, message: messages.general.invalidJson, description: 'The body is not JSON.' },
  bad_request: {
    status: 400,
    message: messages.general.badRequest,
    description: 'The request is not understood, or broke off.',
  },

  token_missing: { status: 401, message: messages.signIn.noToken, description: 'The call needs a token.' },
  token_invalid: {
    status: 401,
    message: messages.signIn.tokenInvalid,
    description: 'The token is not, or no longer, valid: sign in again.',
  },
  credentials_invalid: {
    status: 401,
    message: messages.signIn.invalidCredentials,
    description: 'The email or the password is wrong.',
  },
  registration_closed: {
    status: 401,
    message: messages.signIn.registerAdminOnly,
    description: 'Without a token, only the set-up code creates an account, and only the first one.',
  },

  forbidden: { status: 403, message: messages.general.notAllowed, description: 'This user may not do this.' },
  edit_window_over: {
    status: 403,
    message: messages.reports.editWithin,
    description: 'The report is too old to be edited.',
  },
  own_report: {
    status: 403,
    message: messages.reviews.ownReport,
    description: "You can't review your own report.",
  },
  own_role: { status: 403, message: messages.users.ownRole, description: "You can't change your own role." },
  own_account: {
    status: 403,
    message: messages.users.ownAccount,
    description: "You can't delete your own account.",
  },

  not_found: {
    status: 404,
    message: messages.general.notFound,
    description: 'There is nothing at this URL.',
  },
  user_not_found: { status: 404, message: messages.users.notFound, description: 'There is no such user.' },
  invitation_invalid: {
    status: 404,
    message: messages.invitations.invalid,
    description: 'The invitation was used, replaced or withdrawn, has expired, or never existed.',
  },
  reset_link_invalid: {
    status: 404,
    message: messages.signIn.resetInvalid,
    description: 'The link was used or replaced, has expired, or never existed.',
  },
  unsubscribe_invalid: {
    status: 404,
    message: messages.notifications.unsubscribeLinkInvalid,
    description: 'The link is not complete, or its user has no account any more.',
  },
  delivery_not_found: {
    status: 404,
    message: messages.failedMails.notFound,
    description: 'There is no such email among those that failed (any more).',
  },
  report_not_found: {
    status: 404,
    message: messages.reports.notFound,
    description: 'There is no such report.',
  },
  task_not_found: { status: 404, message: messages.tasks.notFound, description: 'There is no such task.' },
  file_not_found: { status: 404, message: messages.files.notFound, description: 'There is no such file.' },
  holiday_not_found: {
    status: 404,
    message: messages.settings.holidayNotFound,
    description: 'There is no such holiday.',
  },
  absence_not_found: {
    status: 404,
    message: messages.absences.notFound,
    description: 'There is no such time off.',
  },
  blocker_not_found: {
    status: 404,
    message: messages.blockers.notFound,
    description: 'There is no such blocker.',
  },
  url_not_found: { status: 404, message: messages.urls.notFound, description: 'There is no such link.' },

  request_timeout: {
    status: 408,
    message: messages.general.bodyTooSlow,
    description: 'The request took too long to arrive.',
  },

  report_exists: {
    status: 409,
    message: messages.reports.alreadySubmitted,
    description: 'You already have a report for this date.',
  },
  report_edited_since: {
    status: 409,
    message: messages.reviews.editedSince,
    description: 'The author has edited the report since the version in `seen`.',
  },
  reviewed_since: {
    status: 409,
    message: messages.reviews.reviewedSince,
    description: 'The report has been reviewed since the state in `seen`.',
  },
  changes_asked_since: {
    status: 409,
    message: messages.reviews.askedSince,
    description: 'Changes have been asked for since the state in `seen`.',
  },
  review_taken_back: {
    status: 409,
    message: messages.reviews.takenBackSince,
    description: 'The report is unreviewed again since the state in `seen`.',
  },
  already_reminded: {
    status: 409,
    message: messages.teamDay.alreadyReminded,
    description: 'The user has been reminded of this date before.',
  },
  nothing_owed: {
    status: 409,
    message: messages.teamDay.owesNothing,
    description: 'The user owes no report for this date.',
  },
  blocker_resolved: {
    status: 409,
    message: messages.blockers.alreadyResolved,
    description: 'The blocker is resolved already.',
  },
  blocker_open: {
    status: 409,
    message: messages.blockers.alreadyOpen,
    description: 'The blocker is open already.',
  },
  blocker_exists: {
    status: 409,
    message: messages.blockers.openElsewhere,
    description: 'Another open blocker of this user has the same text.',
  },
  absence_overlaps: {
    status: 409,
    message: messages.absences.overlaps,
    description: 'The user already has time off on one of these days.',
  },
  holiday_exists: {
    status: 409,
    message: messages.settings.holidayExists,
    description: 'There is already a holiday on this date.',
  },
  project_exists: {
    status: 409,
    message: messages.projects.nameTaken,
    description: 'The project name is taken.',
  },
  user_exists: { status: 409, message: messages.users.exists, description: 'The email has an account.' },
  user_has_password: {
    status: 409,
    message: messages.invitations.hasPassword,
    description: 'Only a user without a password can be invited.',
  },
  mail_not_paused: {
    status: 409,
    message: messages.mail.notPaused,
    description: 'Mail was resumed already, or never paused.',
  },
  mail_not_set_up: {
    status: 409,
    message: messages.mail.notSetUp,
    description: 'The server has no mail settings.',
  },
  mail_refused: {
    status: 409,
    message: messages.mail.refused,
    description: "The mail server didn't accept the email. The sentence ends with its answer.",
  },
  user_not_deleted: {
    status: 409,
    message: messages.users.stillLive,
    description: 'The account must be deleted before it can be erased.',
  },
  last_admin: { status: 409, message: messages.users.lastAdmin, description: 'One admin must remain.' },
  url_marked: {
    status: 409,
    message: messages.urls.editMarked,
    description: "A link that is marked for deletion can't be changed.",
  },
  task_completed: {
    status: 409,
    message: messages.tasks.alreadyCompleted,
    description: 'A completed task is final.',
  },

  body_too_large: {
    status: 413,
    message: messages.general.bodyTooLarge,
    description: 'The body is too large.',
  },
  file_too_large: { status: 413, message: messages.files.tooLarge, description: 'The file is too large.' },
  content_type_unsupported: {
    status: 415,
    message: messages.general.wrongContentType,
    description: 'The body must be JSON.',
  },
  multipart_required: {
    status: 415,
    message: messages.files.onlyMultipart,
    description: 'A file must be sent as `multipart/form-data`.',
  },
  range_not_satisfiable: {
    status: 416,
    message: messages.files.beyondEnd,
    description: 'The requested range is outside the file.',
  },
  too_many_attempts: {
    status: 429,
    message: messages.signIn.tooManyAttempts,
    description: 'Too many failed sign-ins. `Retry-After` says how long to wait.',
  },
  too_many_versions: {
    status: 429,
    message: messages.reports.tooManyVersions,
    description: "The report has as many versions as a report can have. It can't be edited any more.",
  },
  written_too_much: {
    status: 429,
    message: messages.reports.writtenTooMuch,
    description:
      'You have stored as much text as a user can in one day of UTC: reports with their versions, and comments. `Retry-After` says how long to wait.',
  },
  headers_too_large: {
    status: 431,
    message: messages.general.bodyTooLarge,
    description: 'The headers are too large.',
  },

  unexpected_error: {
    status: 500,
    message: messages.general.unexpected,
    description: 'A defect of the server. The log has the `request_id`.',
  },
  overloaded: {
    status: 503,
    message: messages.general.overloaded,
    description: 'The server is busy, or this user has too many calls in progress.',
    retryAfterSeconds: soon,
  },
  shutting_down: {
    status: 503,
    message: messages.general.shuttingDown,
    description: 'The server is restarting.',
    retryAfterSeconds: soon,
  },
  database_unavailable: {
    status: 503,
    message: messages.general.databaseUnreachable,
    description: 'The database cannot be reached.',
    retryAfterSeconds: soon,
  },
  database_faulty: {
    status: 503,
    message: messages.general.databaseFaulty,
    description: 'Readiness: the database cannot be read or written.',
    retryAfterSeconds: soon,
  },
  file_store_unavailable: {
    status: 503,
    message: messages.general.fileStoreUnreachable,
    description: 'The file storage cannot be reached.',
    retryAfterSeconds: soon,
  },
  no_disk_space: {
    status: 503,
    message: messages.general.diskFull,
    description: 'Readiness: there is no disk space left.',
    retryAfterSeconds: soon,
  },
  disk_full: {
    status: 507,
    message: messages.general.diskFull,
    description: 'There was no disk space to save it.',
  },
} as const satisfies Record<string, FailureKind>

export type FailureCode = keyof typeof failures

/** The values in the message of a code, such as a number of days or a name. */
export type FailureValues<Code extends FailureCode> = (typeof failures)[Code]['message'] extends (
  ...values: infer Values
) => string
  ? Values
  : []

export const failureCodes = Object.keys(failures) as FailureCode[]

export const failureKind = (code: FailureCode): FailureKind => failures[code]

/** The message of a code. */
export function failureMessage<Code extends FailureCode>(code: Code, ...values: FailureValues<Code>): string {
  const { message } = failures[code] as { message: string | ((...values: FailureValues<Code>) => string) }
  return typeof message === 'string' ? message : message(...values)
}
