import { messages } from './messages.ts'

type FailureKind = {
  status: number
  /** The message for `msg` and `error`, or the function that makes it. */
  says: string | ((...values: never[]) => string)
  /** For the API description. */
  about: string
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
    says: messages.general.invalidInput,
    about: 'The input is not valid. `errors` has a sentence for each field, and `msg` is the first of them.',
  },
  project_missing: {
    status: 400,
    says: messages.reports.projectMissing,
    about: 'A chosen project does not exist (any more). `errors` says where.',
  },
  task_not_assigned: {
    status: 400,
    says: messages.reports.taskNotYours,
    about:
      'The task of a row does not exist (any more), or is not assigned to the author. `errors` says where.',
  },
  task_of_other_project: {
    status: 400,
    says: messages.reports.taskOfOtherProject,
    about: 'The task of a row belongs to another project than the row. `errors` says where.',
  },
  owner_missing: {
    status: 400,
    says: messages.blockers.ownerMissing,
    about: 'The chosen owner of a blocker has no account (any more).',
  },
  assignee_missing: {
    status: 400,
    says: messages.tasks.assigneeMissing,
    about: 'The chosen assignee does not exist (any more).',
  },
  member_missing: {
    status: 400,
    says: messages.projects.developerMissing,
    about: 'One of the chosen project members has no account (any more).',
  },
  parent_comment_missing: {
    status: 400,
    says: messages.comments.parentMissing,
    about: 'The comment that is replied to is not on this report.',
  },
  too_many_comments: {
    status: 400,
    says: messages.comments.tooMany,
    about: 'The report has no room for more.',
  },
  too_many_files: { status: 400, says: messages.files.tooMany, about: 'The project has no room for more.' },
  too_many_urls: { status: 400, says: messages.urls.tooMany, about: 'The project has no room for more.' },
  too_many_holidays: {
    status: 400,
    says: messages.settings.tooManyHolidays,
    about: 'There is no room for more holidays.',
  },
  invalid_json: { status: 400, says: messages.general.invalidJson, about: 'The body is not JSON.' },
  bad_request: {
    status: 400,
    says: messages.general.badRequest,
    about: 'The request is not understood, or broke off.',
  },

  token_missing: { status: 401, says: messages.signIn.noToken, about: 'The call needs a token.' },
  token_invalid: {
    status: 401,
    says: messages.signIn.tokenInvalid,
    about: 'The token is not, or no longer, valid: sign in again.',
  },
  credentials_invalid: {
    status: 401,
    says: messages.signIn.invalidCredentials,
    about: 'The email or the password is wrong.',
  },
  registration_closed: {
    status: 401,
    says: messages.signIn.registerAdminOnly,
    about: 'Without a token, only the set-up code creates an account, and only the first one.',
  },

  forbidden: { status: 403, says: messages.general.notAllowed, about: 'This user may not do this.' },
  edit_window_over: {
    status: 403,
    says: messages.reports.editWithin,
    about: 'The report is too old to be edited.',
  },
  own_report: {
    status: 403,
    says: messages.reviews.ownReport,
    about: "You can't review your own report.",
  },
  own_role: { status: 403, says: messages.users.ownRole, about: "You can't change your own role." },
  own_account: { status: 403, says: messages.users.ownAccount, about: "You can't delete your own account." },

  not_found: { status: 404, says: messages.general.notFound, about: 'There is nothing at this URL.' },
  user_not_found: { status: 404, says: messages.users.notFound, about: 'There is no such user.' },
  invitation_invalid: {
    status: 404,
    says: messages.invitations.invalid,
    about: 'The invitation was used, replaced or withdrawn, has expired, or never existed.',
  },
  reset_link_invalid: {
    status: 404,
    says: messages.signIn.resetInvalid,
    about: 'The link was used or replaced, has expired, or never existed.',
  },
  unsubscribe_invalid: {
    status: 404,
    says: messages.notifications.unsubscribeLinkInvalid,
    about: 'The link is not complete, or its user has no account any more.',
  },
  delivery_not_found: {
    status: 404,
    says: messages.failedMails.notFound,
    about: 'There is no such email among those that failed (any more).',
  },
  report_not_found: { status: 404, says: messages.reports.notFound, about: 'There is no such report.' },
  task_not_found: { status: 404, says: messages.tasks.notFound, about: 'There is no such task.' },
  file_not_found: { status: 404, says: messages.files.notFound, about: 'There is no such file.' },
  holiday_not_found: {
    status: 404,
    says: messages.settings.holidayNotFound,
    about: 'There is no such holiday.',
  },
  absence_not_found: {
    status: 404,
    says: messages.absences.notFound,
    about: 'There is no such time off.',
  },
  blocker_not_found: { status: 404, says: messages.blockers.notFound, about: 'There is no such blocker.' },
  url_not_found: { status: 404, says: messages.urls.notFound, about: 'There is no such link.' },

  request_timeout: {
    status: 408,
    says: messages.general.bodyTooSlow,
    about: 'The request took too long to arrive.',
  },

  report_exists: {
    status: 409,
    says: messages.reports.alreadySubmitted,
    about: 'You already have a report for this date.',
  },
  report_edited_since: {
    status: 409,
    says: messages.reviews.editedSince,
    about: 'The author has edited the report since the version in `seen`.',
  },
  reviewed_since: {
    status: 409,
    says: messages.reviews.reviewedSince,
    about: 'The report has been reviewed since the state in `seen`.',
  },
  changes_asked_since: {
    status: 409,
    says: messages.reviews.askedSince,
    about: 'Changes have been asked for since the state in `seen`.',
  },
  review_taken_back: {
    status: 409,
    says: messages.reviews.takenBackSince,
    about: 'The report is unreviewed again since the state in `seen`.',
  },
  already_reminded: {
    status: 409,
    says: messages.teamDay.alreadyReminded,
    about: 'The user has been reminded of this date before.',
  },
  nothing_owed: {
    status: 409,
    says: messages.teamDay.owesNothing,
    about: 'The user owes no report for this date.',
  },
  blocker_resolved: {
    status: 409,
    says: messages.blockers.alreadyResolved,
    about: 'The blocker is resolved already.',
  },
  blocker_open: { status: 409, says: messages.blockers.alreadyOpen, about: 'The blocker is open already.' },
  blocker_exists: {
    status: 409,
    says: messages.blockers.openElsewhere,
    about: 'Another open blocker of this user has the same text.',
  },
  absence_overlaps: {
    status: 409,
    says: messages.absences.overlaps,
    about: 'The user already has time off on one of these days.',
  },
  holiday_exists: {
    status: 409,
    says: messages.settings.holidayExists,
    about: 'There is already a holiday on this date.',
  },
  project_exists: { status: 409, says: messages.projects.nameTaken, about: 'The project name is taken.' },
  user_exists: { status: 409, says: messages.users.exists, about: 'The email has an account.' },
  user_has_password: {
    status: 409,
    says: messages.invitations.hasPassword,
    about: 'Only a user without a password can be invited.',
  },
  mail_not_paused: {
    status: 409,
    says: messages.mail.notPaused,
    about: 'Mail was resumed already, or never paused.',
  },
  mail_not_set_up: { status: 409, says: messages.mail.notSetUp, about: 'The server has no mail settings.' },
  mail_refused: {
    status: 409,
    says: messages.mail.refused,
    about: "The mail server didn't accept the email. The sentence ends with its answer.",
  },
  user_not_deleted: {
    status: 409,
    says: messages.users.stillLive,
    about: 'The account must be deleted before it can be erased.',
  },
  last_admin: { status: 409, says: messages.users.lastAdmin, about: 'One admin must remain.' },
  url_marked: {
    status: 409,
    says: messages.urls.editMarked,
    about: "A link that is marked for deletion can't be changed.",
  },
  task_completed: { status: 409, says: messages.tasks.alreadyCompleted, about: 'A completed task is final.' },

  body_too_large: { status: 413, says: messages.general.bodyTooLarge, about: 'The body is too large.' },
  file_too_large: { status: 413, says: messages.files.tooLarge, about: 'The file is too large.' },
  content_type_unsupported: {
    status: 415,
    says: messages.general.wrongContentType,
    about: 'The body must be JSON.',
  },
  multipart_required: {
    status: 415,
    says: messages.files.onlyMultipart,
    about: 'A file must be sent as `multipart/form-data`.',
  },
  range_not_satisfiable: {
    status: 416,
    says: messages.files.beyondEnd,
    about: 'The requested range is outside the file.',
  },
  too_many_attempts: {
    status: 429,
    says: messages.signIn.tooManyAttempts,
    about: 'Too many failed sign-ins. `Retry-After` says how long to wait.',
  },
  too_many_versions: {
    status: 429,
    says: messages.reports.tooManyVersions,
    about: "The report has as many versions as a report can have. It can't be edited any more.",
  },
  written_too_much: {
    status: 429,
    says: messages.reports.writtenTooMuch,
    about:
      'You have stored as much text as a user can in one day of UTC: reports with their versions, and comments. `Retry-After` says how long to wait.',
  },
  headers_too_large: {
    status: 431,
    says: messages.general.bodyTooLarge,
    about: 'The headers are too large.',
  },

  unexpected_error: {
    status: 500,
    says: messages.general.unexpected,
    about: 'A defect of the server. The log has the `request_id`.',
  },
  overloaded: {
    status: 503,
    says: messages.general.overloaded,
    about: 'The server is busy, or this user has too many calls in progress.',
    retryAfterSeconds: soon,
  },
  shutting_down: {
    status: 503,
    says: messages.general.shuttingDown,
    about: 'The server is restarting.',
    retryAfterSeconds: soon,
  },
  database_unavailable: {
    status: 503,
    says: messages.general.databaseAway,
    about: 'The database cannot be reached.',
    retryAfterSeconds: soon,
  },
  database_faulty: {
    status: 503,
    says: messages.general.databaseFaulty,
    about: 'Readiness: the database cannot be read or written.',
    retryAfterSeconds: soon,
  },
  file_store_unavailable: {
    status: 503,
    says: messages.general.fileStoreAway,
    about: 'The file storage cannot be reached.',
    retryAfterSeconds: soon,
  },
  no_disk_space: {
    status: 503,
    says: messages.general.diskFull,
    about: 'Readiness: there is no disk space left.',
    retryAfterSeconds: soon,
  },
  disk_full: { status: 507, says: messages.general.diskFull, about: 'There was no disk space to save it.' },
} as const satisfies Record<string, FailureKind>

export type FailureCode = keyof typeof failures

/** The values in the message of a code, such as a number of days or a name. */
export type FailureValues<Code extends FailureCode> = (typeof failures)[Code]['says'] extends (
  ...values: infer Values
) => string
  ? Values
  : []

export const failureCodes = Object.keys(failures) as FailureCode[]

export const failureKind = (code: FailureCode): FailureKind => failures[code]

/** The message of a code. */
export function failureSentence<Code extends FailureCode>(
  code: Code,
  ...values: FailureValues<Code>
): string {
  const { says } = failures[code] as { says: string | ((...values: FailureValues<Code>) => string) }
  return typeof says === 'string' ? says : says(...values)
}
