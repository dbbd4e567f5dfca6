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
  decimal_hours: {
    status: 400,
    message: messages.reports.hoursDecimal,
    description:
      'The hours of a row have 60 minutes or more, so they are meant as a decimal: 1.75 is 1.45. Only programs, which use an access token, are refused. `errors` says where.',
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
  team_person_missing: {
    status: 400,
    message: messages.teams.personMissing,
    description: 'One of the chosen members or leads has no account (any more). `errors` says which list.',
  },
  cannot_lead: {
    status: 400,
    message: messages.teams.cannotLead,
    description: 'Only admins and managers lead teams.',
  },
  team_full: {
    status: 400,
    message: messages.teams.membersTooMany,
    description: 'The team has no room for more.',
  },
  too_many_leads: {
    status: 400,
    message: messages.teams.leadsTooMany,
    description: 'The team has no room for more leads.',
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
  too_many_rows: {
    status: 400,
    message: messages.exports.tooManyRows,
    description: 'The export has more rows than a sheet of XLSX holds. CSV has no limit.',
  },
  invalid_json: {
    status: 400,
    message: messages.general.invalidJson,
    description: 'The body is not JSON, or has far too many lists and objects.',
  },
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
  second_step_needed: {
    status: 401,
    message: messages.secondStep.needed,
    description:
      'The password is right, and a second step is needed: `challenge` and `methods` say for `POST /auth/second-step` how.',
  },
  second_step_wrong: {
    status: 401,
    message: messages.secondStep.wrong,
    description: 'The code, recovery code or passkey is wrong, or was used before.',
  },
  second_step_failed: {
    status: 401,
    message: messages.secondStep.tooManyWrong,
    description: 'This was the last try of the challenge: sign in again.',
  },
  challenge_ended: {
    status: 401,
    message: messages.secondStep.ended,
    description: 'The challenge was used, has expired, or is of another browser: sign in again.',
  },
  passkey_refused: {
    status: 401,
    message: messages.secondStep.passkeyRefused,
    description: 'The passkey is unknown, of another site, or answers no challenge of this browser.',
  },
  sso_failed: {
    status: 401,
    message: messages.singleSignOn.failed,
    description: "The provider's answer could not be trusted. The log of the server has the details.",
  },
  sso_cancelled: {
    status: 401,
    message: messages.singleSignOn.cancelled,
    description: 'The user stopped at the provider.',
  },
  sso_expired: {
    status: 401,
    message: messages.singleSignOn.expired,
    description: 'There is no single sign-on that waits for this browser (any more).',
  },
  sso_password_needed: {
    status: 401,
    message: messages.singleSignOn.passwordNeeded,
    description: 'Send the same call again with the `password` of the account, which is then linked.',
  },
  registration_closed: {
    status: 401,
    message: messages.signIn.registerAdminOnly,
    description: 'Without a token, only the set-up code creates an account, and only the first one.',
  },
  hook_refused: {
    status: 401,
    message: messages.activity.hookRefused,
    description: 'There is no such address, or the signature is wrong.',
  },

  forbidden: { status: 403, message: messages.general.notAllowed, description: 'This user may not do this.' },
  origin_refused: {
    status: 403,
    message: messages.assistants.originRefused,
    description: 'A browser sent the request for another site, which `CORS_ORIGIN` does not name.',
  },
  second_step_required: {
    status: 403,
    message: messages.secondStep.required,
    description: 'The settings require a second step of this user, who can only set one up until then.',
  },
  token_read_only: {
    status: 403,
    message: messages.accessTokens.readOnly,
    description: 'The access token may only make GET calls.',
  },
  sign_in_needed: {
    status: 403,
    message: messages.accessTokens.needsSignIn,
    description: 'Access tokens may not make this call, whatever their scope.',
  },
  sso_no_account: {
    status: 403,
    message: messages.singleSignOn.noAccount,
    description: 'The provider knows the person, and this server has no account for them.',
  },
  sso_email_unverified: {
    status: 403,
    message: messages.singleSignOn.emailUnverified,
    description: 'The provider has not verified the email, so it says nothing about whose account it is.',
  },
  sso_email_taken: {
    status: 403,
    message: messages.singleSignOn.emailTaken,
    description:
      'The account with the email is linked with another person at the provider, and has no password that could confirm this one.',
  },
  sso_email_missing: {
    status: 403,
    message: messages.singleSignOn.emailMissing,
    description: 'The provider sent no email.',
  },
  sso_domain_refused: {
    status: 403,
    message: messages.singleSignOn.domainRefused,
    description: 'The domain of the email is not one of those that may sign in this way.',
  },
  password_sign_in_off: {
    status: 403,
    message: messages.singleSignOn.passwordsOff,
    description:
      'Only administrators can use a password here, and this email or password is not that of one.',
  },
  sign_in_again: {
    status: 403,
    message: messages.singleSignOn.signInAgain,
    description: 'The account has no password that could confirm this, and its sign-in is not a fresh one.',
  },
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
  second_step_kept: {
    status: 403,
    message: messages.users.secondStepKept,
    description:
      "A manager can't take the role of a manager who has a second step, nor change the email where `OIDC_SECOND_STEP` is `provider`.",
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
  access_token_not_found: {
    status: 404,
    message: messages.accessTokens.notFound,
    description: 'There is no such access token.',
  },
  authenticator_app_not_found: {
    status: 404,
    message: messages.secondStep.noTotp,
    description: 'The account has no authenticator app.',
  },
  passkey_not_found: {
    status: 404,
    message: messages.secondStep.passkeyNotFound,
    description: 'There is no such passkey.',
  },
  identity_not_found: {
    status: 404,
    message: messages.singleSignOn.identityNotFound,
    description: 'No such sign-in of a provider is linked to the account.',
  },
  calendar_address_not_found: {
    status: 404,
    message: messages.calendarFeeds.notFound,
    description: 'There is no such calendar address, or it has ended.',
  },
  activity_source_not_found: {
    status: 404,
    message: messages.activity.sourceNotFound,
    description: 'There is no such source of activity.',
  },
  activity_claim_not_found: {
    status: 404,
    message: messages.activity.claimNotFound,
    description: 'No such email or login waits to be confirmed.',
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
  team_not_found: { status: 404, message: messages.teams.notFound, description: 'There is no such team.' },
  team_member_not_found: {
    status: 404,
    message: messages.teams.notMember,
    description: 'This person is not in the team.',
  },
  team_lead_not_found: {
    status: 404,
    message: messages.teams.notLead,
    description: "This person doesn't lead the team.",
  },
  webhook_not_found: {
    status: 404,
    message: messages.webhooks.notFound,
    description: 'There is no such webhook.',
  },
  webhook_delivery_not_found: {
    status: 404,
    message: messages.webhooks.deliveryNotFound,
    description: 'The webhook has no such delivery (any more).',
  },
  url_not_found: { status: 404, message: messages.urls.notFound, description: 'There is no such link.' },

  request_timeout: {
    status: 408,
    message: messages.general.bodyTooSlow,
    description: 'The request took too long to arrive.',
  },

  method_not_allowed: {
    status: 405,
    message: messages.assistants.methodNotAllowed,
    description: '`/mcp` takes POST only.',
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
  team_exists: {
    status: 409,
    message: messages.teams.nameTaken,
    description: 'The team name is taken.',
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
    description:
      "The mail server didn't accept the email. The sentence has its answer and, if a setting is wrong, its name.",
  },
  user_not_deleted: {
    status: 409,
    message: messages.users.stillLive,
    description: 'The account must be deleted before it can be erased.',
  },
  last_admin: { status: 409, message: messages.users.lastAdmin, description: 'One admin must remain.' },
  identity_taken: {
    status: 409,
    message: messages.singleSignOn.identityTaken,
    description: 'The sign-in of the provider is linked to another account.',
  },
  last_way_in: {
    status: 409,
    message: messages.singleSignOn.lastWayIn,
    description: 'Without it the user could not sign in any more.',
  },
  sso_not_set_up: {
    status: 409,
    message: messages.singleSignOn.notSetUp,
    description: 'The server has no settings of a provider (OIDC_ISSUER).',
  },
  sso_unavailable: {
    status: 409,
    message: messages.singleSignOn.unavailable,
    description: 'The provider can not be reached.',
  },
  too_many_tokens: {
    status: 409,
    message: messages.accessTokens.tooMany,
    description: 'The user has as many access tokens as a user can have.',
  },
  too_many_passkeys: {
    status: 409,
    message: messages.secondStep.tooManyPasskeys,
    description: 'The user has as many passkeys as a user can have.',
  },
  authenticator_key_lost: {
    status: 409,
    message: messages.secondStep.keyLost,
    description: 'The server has another key than the one with which the authenticator app was stored.',
  },
  authenticator_app_not_started: {
    status: 409,
    message: messages.secondStep.totpNotStarted,
    description: 'No key waits for its first code.',
  },
  no_second_step: {
    status: 409,
    message: messages.secondStep.noFactor,
    description: 'The account has neither an authenticator app nor a passkey.',
  },
  own_second_step_missing: {
    status: 409,
    message: messages.secondStep.ownFirst,
    description: 'An admin who requires a second step must have one.',
  },
  passkeys_unavailable: {
    status: 409,
    message: messages.secondStep.passkeysNeedUrl,
    description: 'Passkeys belong to a host name, and the server does not know its own.',
  },
  too_many_webhooks: {
    status: 409,
    message: messages.webhooks.tooMany,
    description: 'There is no room for more webhooks.',
  },
  webhook_off: {
    status: 409,
    message: messages.webhooks.isOff,
    description: 'The webhook is switched off, so nothing is sent to it.',
  },
  activity_email_taken: {
    status: 409,
    message: messages.activity.emailTaken,
    description: 'Another account has or lists the email, and this user may not take it from there.',
  },
  activity_login_taken: {
    status: 409,
    message: messages.activity.loginTaken,
    description: 'Another account lists the login, and this user may not take it from there.',
  },
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
  search_too_slow: {
    status: 422,
    message: messages.search.tooSlow,
    description: 'The search took too long and was stopped. More or longer words find less.',
  },
  too_many_attempts: {
    status: 429,
    message: messages.signIn.tooManyAttempts,
    description: 'Too many failed sign-ins or wrong access tokens. `Retry-After` says how long to wait.',
  },
  too_many_activity_codes: {
    status: 429,
    message: messages.activity.tooManyCodes,
    description: 'The user had too many codes mailed today. `Retry-After` says how long to wait.',
  },
  too_many_calls: {
    status: 429,
    message: messages.accessTokens.tooManyCalls,
    description: 'The access token made too many calls. `Retry-After` says how long to wait.',
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
  file_store_refused: {
    status: 503,
    message: messages.general.fileStoreRefused,
    description:
      'Readiness: the file storage, which could not be reached when the server started, is not that of its database.',
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
