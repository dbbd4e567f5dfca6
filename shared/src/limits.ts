const commentMax = 5000

/** Every number that the product speaks of, with its unit in its name or beside it. Texts are measured in characters. */
export const limits = {
  // Calls
  jsonBodyBytes: 1024 * 1024,
  /** Bodies that are read before the sender is known: sign-in and register, and the forms of download and preview. */
  signInBodyBytes: 16 * 1024,
  tokenFormBytes: 8 * 1024,
  /** Text in one list of reports, as it is sent in JSON, shared evenly by its reports. */
  listTextBytes: 4_000_000,
  pageSize: 10,
  pageSizeMax: 100,
  searchMax: 200,
  /** A call without an answer for so long has failed. Uploads and exports may take as long as they need. */
  readTimeoutMs: 15_000,
  writeTimeoutMs: 30_000,

  // Days
  /** Reports, time off, holidays and calendars begin here: earlier dates are typing errors. */
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
  /** After so many failed sign-ins within the window, the answer is 429. */
  signInWindowMinutes: 15,
  signInFailuresPerAccount: 10,
  signInFailuresPerAddress: 100,
  /** Browsers that have signed in to an account before: so many, and so long after the last time. */
  knownDevicesPerAccount: 10,
  knownDeviceDays: 180,
  /** Links that work once. */
  invitationDays: 7,
  resetMinutes: 60,
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
  /** The tab opened for a download is closed after so long: by then the browser has taken the file. */
  downloadTabMs: 3000,
  /** Reports in one summary of a project. */
  projectSummaryMax: 1000,

  // Tasks
  titleMax: 200,
  /** Estimates and actual hours of a task, in tenths of an hour. */
  taskTenthsMin: 1,
  taskTenthsMax: 99_999,
  /** Rows of a task's log on one page of its screen. */
  taskLogPage: 5,
  /** The task list is requested once tab, page and search have been unchanged for so long. */
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
  /** A report with so many versions, including the current one, can't be edited any more. */
  versionsMax: 500,
  /** The newest versions of a report in one answer. Reports from before `versionsMax` was a limit can have more. */
  revisionsMax: 1000,
  /** UTF-8 of reports with their versions and of comments that a user can store in one day of UTC. */
  writtenBytesPerDay: 100_000_000,
  /** URLs in one text that can be clicked. */
  linksPerText: 500,
  /** Cut lengths of a report's summary in the lists. */
  myReportsCut: 100,
  allReportsCut: 80,
  /** The draft of a report is saved in the browser so soon after a key press, and kept for so long. */
  draftSaveMs: 250,
  draftDays: 14,

  // Suggestions for a report
  /** A plan is suggested for so many days. */
  planDays: 14,
  planLinesMax: 20,
  suggestedTasksMax: 20,
  recentRowsMax: 8,
  /** The reports that recent rows come from. */
  recentReports: 20,

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
  /** People on one page of the team's calendar, and of the team's day unless the request asks for more. */
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
  /** How long a finger rests on a day before it begins to choose days. */
  touchHoldMs: 400,
  holidayNameMax: 200,
  holidaysMax: 2000,
  holidaysPerImport: 500,
  /** More than any calendar of holidays has. */
  calendarFileBytesMax: 2_000_000,
  calendarEventsMax: 5000,
  /** For how many years an event that repeats every year is read. */
  calendarYearsAhead: 3,

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
  /** Notifications are deleted after so many days. */
  notificationDays: 90,
  notificationsPage: 25,
  /** Notifications marked in one call. */
  notificationsReadMax: 1000,
  /** The beginning of a comment in the inbox. */
  excerptCut: 200,
  /** How often the bell asks for the unread count while the page is visible. */
  unreadPollMs: 30_000,
  /** Mails wait for so long, so that one mail has all that follows at once, and nothing that is read meanwhile. */
  mailDelayMs: 60_000,
  /** How often the server looks for notifications whose mail is due. */
  mailCheckMs: 15_000,
  /** How often the server looks for users whose reminder time has come. */
  reminderCheckMs: 20_000,
  /** How many notifications one mail describes. It counts the others and links to them. */
  mailItems: 20,
  mailSubjectCut: 150,
  /** A mail quotes a whole comment if the mail stays small enough. */
  mailQuoteCut: commentMax,

  // Screens
  /** How long a page waits before it leads to the next one: after submit, update and session expiry, and after an edit that came too late. */
  redirectDelayMs: 2000,
  tooLateRedirectDelayMs: 3000,
  /** How long a banner about a project is shown. */
  bannerMs: 3000,
  /** Debounce of a search box. */
  searchDelayMs: 300,
  /** Placeholders are shown at least this long, or not at all. */
  placeholderMs: 300,

  // Without a connection
  /** How often the page asks whether the server is back. */
  reconnectMs: 5000,
  /** The first pause once the machine has a network again; each further one is twice as long, up to `reconnectMs`. */
  reconnectSoonMs: 250,
  /** Larger answers of the server are not kept for the next start offline. */
  rememberedMax: 200_000,
  /** A report that waits on the device is sent again after so long, unless the server is known to be back earlier. */
  resendMs: 60_000,
  /** How long the notice that a waiting report was sent is shown. */
  sentNoticeMs: 6000,
  /** After so many reports of a user, My Reports offers once to install the app. */
  installHintReports: 3,
} as const
