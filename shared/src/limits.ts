const commentMax = 5000

/** The limits, sizes and delays of the product, with the unit in the name or the comment. Texts are measured in characters. */
export const limits = {
  // Calls
  jsonBodyBytes: 1024 * 1024,
  /** Bodies that are read before authentication: sign-in and register, and the forms of download and preview. */
  signInBodyBytes: 16 * 1024,
  tokenFormBytes: 8 * 1024,
  /** JSON bytes of text in one list of reports, shared evenly by its reports. */
  listTextBytes: 4_000_000,
  pageSize: 10,
  /** Fifteen digits, of which every number is exact. */
  pageNumberMax: 999_999_999_999_999,
  pageSizeMax: 100,
  searchMax: 200,
  /** Timeouts of calls. Uploads and exports have none. */
  readTimeoutMs: 15_000,
  writeTimeoutMs: 30_000,

  // Days
  /** Reports, time off, holidays and calendars begin here, because earlier dates are typing errors. */
  earliestDay: '2000-01-01',
  /** Time off, holidays and calendars end here. */
  latestDay: '2100-12-31',
  timeZoneMax: 64,

  // Accounts and signing in
  nameMin: 2,
  nameMax: 200,
  emailMax: 254,
  passwordMin: 6,
  passwordMax: 1024,
  /** After this many failed sign-ins within the window, the status is 429. */
  signInWindowMinutes: 15,
  signInFailuresPerAccount: 10,
  signInFailuresPerAddress: 100,
  /** How many browsers an account remembers, and for how long after their last sign-in. */
  knownDevicesPerAccount: 10,
  knownDeviceDays: 180,
  /** Tokens of one user with which programs act for them. */
  accessTokensMax: 20,
  accessTokenNameMax: 100,
  tokenCallsPerMinute: 600,
  /** How long before a token expires its user is told. */
  tokenNoticeDays: 7,
  /** How long a sign-in waits for its second step, and how many wrong answers end it. */
  challengeMinutes: 5,
  challengeAttempts: 5,
  /** The page says how many tries are left when there are so few. */
  secondStepTriesTold: 2,
  challengeMax: 200,
  recoveryCodes: 10,
  passkeysMax: 20,
  passkeyNameMax: 100,
  credentialIdMax: 2000,
  /** How long after a sign-in an account without a password can confirm with it what a password would. */
  freshSignInMinutes: 10,
  /** Links that work once. */
  invitationDays: 7,
  resetMinutes: 60,

  // Single sign-on
  /** How long the pages of the provider may take. */
  signOnMinutes: 10,
  /** How long the page has to fetch the token afterwards, or its user to confirm a password. */
  signOnResultMinutes: 10,
  /** How much the clocks of the server and the provider may differ. */
  signOnClockToleranceSeconds: 180,
  /** How long one call to the provider may take. */
  signOnTimeoutMs: 10_000,
  /** People added in one call, and projects that each of them, or the call, may name. */
  importMax: 500,
  importProjectsMax: 50,
  /** How long the authentication check at start keeps trying when the server can't be reached. */
  authCheckRetryMs: 3000,

  // Projects, files and URLs
  projectNameMax: 200,
  /** People assigned to one project. */
  membersMax: 1000,
  /** Per project, including those that are marked for deletion. */
  urlsMax: 500,
  filesMax: 500,
  urlMax: 2048,
  fileNameMax: 255,
  /** A browser opens six HTTP/1.1 connections to a server; uploads leave some of them for other requests. */
  uploadsAtOnce: 3,
  /** The tab of a download is closed after this time, because the browser has started the download by then. */
  downloadTabMs: 3000,
  /** Reports in one summary of a project. */
  projectSummaryMax: 1000,

  // Teams
  teamNameMax: 120,
  teamDescriptionMax: 2000,
  teamMembersMax: 1000,
  teamLeadsMax: 20,
  /** People added to a team in one call. */
  teamChangeMax: 100,
  /** Teams that one call may name. */
  teamsPerCallMax: 50,

  // Tasks
  titleMax: 200,
  /** Estimates and actual hours of a task, in tenths of an hour. */
  taskTenthsMin: 1,
  taskTenthsMax: 99_999,
  /** Rows of a task's log on one page of its screen. */
  taskLogPage: 5,
  /** Debounce of the task list after a change of tab, page or search. */
  taskListDelayMs: 300,

  // Reports
  longTextMax: 10_000,
  rowDescriptionMax: 2000,
  rowsMax: 100,
  /** Summary, rows, blockers and plan of one report together. */
  reportTextMax: 100_000,
  /** Hours of one task. A whole day with more hours only shows a warning. */
  taskHoursMax: 24,
  dayHoursWarn: 24,
  /** Days in which a report can be edited, including its own day, unless the operator sets another number. */
  editWindowDays: 3,
  /** A report with this many versions, including the current one, can't be edited any more. */
  versionsMax: 500,
  /** The newest versions of a report in one reply. Reports from before `versionsMax` was a limit can have more. */
  revisionsMax: 1000,
  /** UTF-8 bytes of reports, their versions and comments that a user can store in one day of UTC. */
  writtenBytesPerDay: 100_000_000,
  /** URLs in one text that become links. */
  linksPerText: 500,
  /** Lines of one text that are drawn as list items. */
  listItemsPerText: 500,
  /** Cut lengths of a report's summary in the lists. */
  myReportsCut: 100,
  allReportsCut: 80,
  /** The browser saves the draft of a report this soon after a key press, and keeps it for `draftDays`. */
  draftSaveMs: 250,
  draftDays: 14,
  /** Drafts of one user that assistants saved and that wait in the form. They are kept for `draftDays` too. */
  reportDraftsMax: 31,

  // Suggestions for a report
  /** A plan is suggested for this many days. */
  planDays: 14,
  planLinesMax: 20,
  suggestedTasksMax: 20,
  recentRowsMax: 8,
  /** The reports that recent rows come from. */
  recentReports: 20,

  // Activity
  activitySourceNameMax: 120,
  /** More than Git servers send for a push of a thousand commits. */
  hookBodyBytes: 5 * 1024 * 1024,
  /** Activity is deleted after this many days. */
  activityDays: 14,
  /** Per user and day. */
  activityPerDay: 200,
  activityTitleMax: 200,
  /** Items that a program sends in one call. */
  activityItemsMax: 100,
  activityExternalIdMax: 200,
  /** E-mails and logins that one account lists. */
  activityEmailsMax: 5,
  activityLoginsMax: 10,
  activityLoginMax: 100,
  /** Commits, requests and issues of one delivery of a Git server. GitHub sends no more. */
  hookEventsMax: 2048,
  /** Assignees of one issue. Git servers allow fewer. */
  hookPeopleMax: 100,
  /** How long a hash is kept of the emails and logins that deliveries named. */
  activityNameDays: 90,
  /** How long a code works that shows that an email belongs to the user who listed it. */
  activityCodeHours: 24,
  /** Mails with such codes that one user can cause on one UTC day. */
  activityCodeMailsPerDay: 10,
  activityCodeMax: 100,

  // Assistants
  /** JSON bytes of one answer of a tool, which an assistant reads whole. */
  toolAnswerBytes: 100_000,
  /** Entries of a list in one answer. */
  toolPageMax: 20,

  // Comments
  commentMax,
  /** Comments on one report, and how deep replies can be nested. */
  commentsMax: 500,
  commentLevels: 3,
  /** Users mentioned in one comment. */
  mentionsMax: 50,
  /** Users offered after an @. */
  readersPage: 100,

  // Reviews and the team's day
  /** Reports reviewed in one call. */
  reviewsMax: 100,
  /** People on one page of the team's calendar, and of the team's day and the timesheet unless the request asks for more. */
  teamPageMax: 50,

  // Blockers
  blockerNoteMax: 1000,
  /** Calendar days after which a blocker is highlighted. */
  oldBlockerDays: 3,

  // Time off and holidays
  absenceNoteMax: 1000,
  /** Both the first and the last day count. */
  absenceDaysMax: 366,
  /** How long a change of time off can be undone. */
  undoMs: 10_000,
  /** How long a touch must last before it selects days. */
  touchHoldMs: 400,
  holidayNameMax: 200,
  holidaysMax: 2000,
  holidaysPerImport: 500,
  /** More than any calendar of holidays has. */
  calendarFileBytesMax: 2_000_000,
  calendarEventsMax: 5000,
  /** For how many years an event that repeats every year is read. */
  calendarYearsAhead: 3,

  // Search
  searchTextMax: 200,
  /** The number of hits of a kind is counted up to here. */
  searchCountMax: 1000,

  recordPage: 50,
  ownRecordPage: 10,
  /** The pages of the record count no further. */
  recordCountMax: 10_000,
  /** A longer list of ids in a row of the record is cut. */
  recordListMax: 20,
  /** Characters of the names of a machine and of its user in a row of the record. */
  recordNameMax: 100,
  /** Searches of one user from one address within this time are one entry of the record. */
  recordSearchMinutes: 10,
  /** Hits of a kind in the palette. */
  quickSearchMax: 5,
  /** A search that takes longer is stopped. */
  searchTimeoutMs: 2000,
  /** The text around the first hit, and how much of it stands before the hit. */
  snippetCut: 160,
  snippetLead: 40,
  /** Debounce of the palette. */
  quickSearchDelayMs: 120,
  recentSearchesMax: 5,

  // Insights and timesheet, with the first and the last day
  insightDaysMax: 731,
  timesheetDaysMax: 62,

  // Exports
  /** Rows of a sheet of XLSX, with its heading. The format has no room for more. */
  sheetRowsMax: 1_048_576,

  // Calls to other servers
  /** How long a call may take in all, with finding the host. */
  outgoingTimeoutMs: 15_000,
  /** How much of an answer is read, and how much of that is kept. */
  outgoingAnswerBytes: 64_000,
  outgoingAnswerKept: 1000,
  /** Answers with a status of 1xx before the answer itself. */
  outgoingInterimAnswers: 10,
  /** Bytes around the body of an answer that are read, such as headers and the sizes of its chunks. */
  outgoingOverheadBytes: 64_000,
  /** The largest answer of a provider of single sign-on. */
  outgoingFetchBytes: 1_000_000,

  // Webhooks
  /** Enough for a channel of every team of a company. */
  webhooksMax: 100,
  webhookNameMax: 100,
  webhookUrlMax: 2000,
  webhookBodyBytes: 20_000,
  /** Deliveries are listed for this many days. */
  deliveryDays: 30,
  deliveriesPage: 20,
  /** How many days of nothing but failures switch a webhook off. */
  webhookFailingDays: 3,
  /** How long the former secret of a webhook signs as well. */
  formerSecretHours: 24,
  /** The beginning of a text in a message of a chat. */
  chatTextCut: 400,

  // Summaries
  /** People of a group, blockers and projects in one summary. */
  summaryPeopleMax: 500,
  summaryBlockersMax: 50,
  summaryProjectsMax: 100,
  summaryBlockerCut: 300,
  /** Names of a group and lines of a list in the mail of a summary. Its page shows the rest. */
  summaryMailPeople: 60,
  summaryMailLines: 12,

  // Notifications and their mails
  /** Notifications are deleted after this many days. */
  notificationDays: 90,
  notificationsPage: 25,
  /** Notifications marked in one call. */
  notificationsReadMax: 1000,
  /** The beginning of a comment in the inbox. */
  excerptCut: 200,
  /** How often the bell polls the unread count while the page is visible. */
  unreadPollMs: 30_000,
  /** Mails are delayed, so that one mail has all notifications of the same moment, and none that is read meanwhile. */
  mailDelayMs: 60_000,
  /** How often the server checks for notifications whose mail is due. */
  mailCheckMs: 15_000,
  /** How often the server checks for users whose reminder time has come. */
  reminderCheckMs: 20_000,
  /** How many notifications one mail describes. It counts the others and links to them. */
  mailItems: 20,
  mailSubjectCut: 150,
  /** A mail quotes a whole comment if the mail stays small enough. */
  mailQuoteCut: commentMax,

  // Screens
  /** The delay before a redirect: after submit, update and session expiry, and after an edit that came too late. */
  redirectDelayMs: 2000,
  tooLateRedirectDelayMs: 3000,
  /** How long a banner about a project is shown. */
  bannerMs: 3000,
  /** Debounce of a search box. */
  searchDelayMs: 300,
  /** Placeholders are shown at least this long, or not at all. */
  placeholderMs: 300,

  // Without a connection
  /** How often the page checks whether the server can be reached again. */
  reconnectMs: 5000,
  /** The first delay after the network is back. Each further delay is twice as long, up to `reconnectMs`. */
  reconnectSoonMs: 250,
  /** Larger replies aren't stored for the next start offline. */
  rememberedMax: 200_000,
  /** How often an unsent report is retried, unless the server is known to be back earlier. */
  resendMs: 60_000,
  /** How long the notice about a sent report is shown. */
  sentNoticeMs: 6000,
  /** After this many reports of a user, My Reports offers once to install the app. */
  installHintReports: 3,
} as const
