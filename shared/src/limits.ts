/** Every number the product speaks of, each with its unit in its name or beside it. */
export const limits = {
  /** Characters, as JavaScript counts them. */
  nameMin: 2,
  nameMax: 200,
  emailMax: 254,
  passwordMin: 6,
  passwordMax: 1024,
  projectNameMax: 200,
  titleMax: 200,
  urlMax: 2048,
  /** URLs in one text that can be clicked. */
  linksPerText: 500,
  fileNameMax: 255,
  /** People assigned to one project. */
  membersMax: 1000,
  /** Of one project, marked for deletion or not. */
  urlsMax: 500,
  filesMax: 500,
  longTextMax: 10_000,
  rowDescriptionMax: 2000,
  commentMax: 5000,
  searchMax: 200,
  rowsMax: 100,
  /** Reports reviewed in one call. */
  reviewsMax: 100,
  /** Summary, rows, blockers and plan of one report together. */
  reportTextMax: 100_000,
  commentsMax: 500,
  /** Reports begin here: earlier dates are typing errors. */
  earliestReportDay: '2000-01-01',
  /** Days in which a report can be edited, its own included, unless the operator sets another number. */
  editWindowDays: 3,
  /** Hours of one task; a whole day above that is only warned about. */
  taskHoursMax: 24,
  dayHoursWarn: 24,
  commentLevels: 3,
  /** Estimates and actual hours of a task, in tenths of an hour. */
  taskTenthsMin: 1,
  taskTenthsMax: 99_999,
  jsonBodyBytes: 1024 * 1024,
  /** Bodies that are read before the sender is known: sign-in and register, and the forms of download and preview. */
  signInBodyBytes: 16 * 1024,
  tokenFormBytes: 8 * 1024,
  /** Text in one list of reports, as it is sent in JSON, shared evenly by its reports. */
  listTextBytes: 4_000_000,
  pageSize: 10,
  pageSizeMax: 100,
  summaryMax: 1000,
  /** Cut lengths of a report's summary, in characters. */
  myReportsCut: 100,
  allReportsCut: 80,
  /** After submit, update and session expiry, and after an edit that came too late. */
  redirectDelayMs: 2000,
  tooLateRedirectDelayMs: 3000,
  /** A banner that says that something about a project went well. */
  bannerMs: 3000,
  /** Debounce of a search box. */
  searchDelayMs: 300,
  /** A browser opens six HTTP/1.1 connections to a server; uploads leave some of them for other requests. */
  uploadsAtOnce: 3,
  /** The tab opened for a download is closed after so long: by then the browser has taken the file. */
  downloadTabMs: 3000,
  /** Sign-in: so many failures in the window, then 429. */
  signInWindowMinutes: 15,
  signInFailuresPerAccount: 10,
  signInFailuresPerAddress: 100,
  /** Browsers that have signed in to an account before: so many, and so long after the last time. */
  knownDevicesPerAccount: 10,
  knownDeviceDays: 180,
  /** People added in one call, and projects that each of them, or the call, may name. */
  importMax: 500,
  importProjectsMax: 50,
  /** Links that work once. */
  invitationDays: 7,
  resetMinutes: 60,
  /** How long the authentication check at start keeps trying when the server cannot be reached. */
  authCheckRetryMs: 3000,
  /** A call without an answer for so long has failed. Uploads and exports may take as long as they need. */
  readTimeoutMs: 15_000,
  writeTimeoutMs: 30_000,
  /** While the server can't be reached, it is asked this often whether it is back. */
  reconnectMs: 5000,
  /** Placeholders stand at least this long, or not at all. */
  placeholderMs: 300,
  /** The task list is asked for once tab, page and search have stood this long. */
  taskListDelayMs: 300,
  /** A report being written is kept in the browser: so soon after a key, and for so long. */
  draftSaveMs: 250,
  draftDays: 14,
} as const

/** Apart from the others: the login page, which loads those, needs none of these. */
export const dayLimits = {
  /** Days that time off, holidays and calendars may name. */
  earliest: limits.earliestReportDay,
  latest: '2100-12-31',
  /** Characters. */
  timeZoneMax: 64,
  holidayNameMax: 200,
  absenceNoteMax: 1000,
  /** Both the first and the last day count. */
  absenceDaysMax: 366,
  holidaysMax: 2000,
  holidaysPerImport: 500,
  /** People on one page of the team's calendar. */
  teamPageMax: 50,
  /** How long a change of time off can be undone with one press. */
  undoMs: 10_000,
  /** How long a finger rests on a day before it begins to choose days. */
  touchHoldMs: 400,
} as const

/** Of blockers. */
export const blockerLimits = {
  /** Characters. */
  noteMax: 1000,
  /** Calendar days after which a blocker stands out. */
  oldDays: 3,
} as const
