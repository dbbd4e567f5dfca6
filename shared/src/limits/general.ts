/** Characters, as JavaScript counts them. */
export const nameMin = 2
export const nameMax = 200
export const emailMax = 254
export const passwordMin = 6
export const passwordMax = 1024
export const projectNameMax = 200
export const titleMax = 200
export const urlMax = 2048
/** URLs in one text that can be clicked. */
export const linksPerText = 500
export const fileNameMax = 255
/** People assigned to one project. */
export const membersMax = 1000
/** Of one project, marked for deletion or not. */
export const urlsMax = 500
export const filesMax = 500
export const longTextMax = 10_000
export const rowDescriptionMax = 2000
export const commentMax = 5000
export const searchMax = 200
export const rowsMax = 100
/** Versions of a report, the current one included: with so many it can't be edited any more. */
export const versionsMax = 500
/** UTF-8 of reports with their versions and of comments that a user can store in one day of UTC. */
export const writtenBytesPerDay = 100_000_000
/** Versions of a report in one answer, the newest ones: those from before `versionsMax` was a limit can be more. */
export const revisionsMax = 1000
/** Suggestions for a report: a plan of so many days before at most, and so many lines, tasks and recent rows. */
export const planDays = 14
export const planLinesMax = 20
export const suggestedTasksMax = 20
export const recentRowsMax = 8
/** Rows of a task's log on one page of its screen. */
export const taskLogPage = 5
/** The reports that recent rows come from. */
export const recentReports = 20
/** Reports reviewed in one call. */
export const reviewsMax = 100
/** Summary, rows, blockers and plan of one report together. */
export const reportTextMax = 100_000
export const commentsMax = 500
/** Users mentioned in one comment. */
export const mentionsMax = 50
/** Reports begin here: earlier dates are typing errors. */
export const earliestReportDay = '2000-01-01'
/** Days in which a report can be edited, its own included, unless the operator sets another number. */
export const editWindowDays = 3
/** Hours of one task; a whole day above that is only warned about. */
export const taskHoursMax = 24
export const dayHoursWarn = 24
export const commentLevels = 3
/** Estimates and actual hours of a task, in tenths of an hour. */
export const taskTenthsMin = 1
export const taskTenthsMax = 99_999
export const jsonBodyBytes = 1024 * 1024
/** Bodies that are read before the sender is known: sign-in and register, and the forms of download and preview. */
export const signInBodyBytes = 16 * 1024
export const tokenFormBytes = 8 * 1024
/** Text in one list of reports, as it is sent in JSON, shared evenly by its reports. */
export const listTextBytes = 4_000_000
export const pageSize = 10
export const pageSizeMax = 100
export const summaryMax = 1000
/** Cut lengths of a report's summary, in characters. */
export const myReportsCut = 100
export const allReportsCut = 80
/** After submit, update and session expiry, and after an edit that came too late. */
export const redirectDelayMs = 2000
export const tooLateRedirectDelayMs = 3000
/** A banner that says that something about a project went well. */
export const bannerMs = 3000
/** Debounce of a search box. */
export const searchDelayMs = 300
/** A browser opens six HTTP/1.1 connections to a server; uploads leave some of them for other requests. */
export const uploadsAtOnce = 3
/** The tab opened for a download is closed after so long: by then the browser has taken the file. */
export const downloadTabMs = 3000
/** Sign-in: so many failures in the window, then 429. */
export const signInWindowMinutes = 15
export const signInFailuresPerAccount = 10
export const signInFailuresPerAddress = 100
/** Browsers that have signed in to an account before: so many, and so long after the last time. */
export const knownDevicesPerAccount = 10
export const knownDeviceDays = 180
/** People added in one call, and projects that each of them, or the call, may name. */
export const importMax = 500
export const importProjectsMax = 50
/** Links that work once. */
export const invitationDays = 7
export const resetMinutes = 60
/** How long the authentication check at start keeps trying when the server cannot be reached. */
export const authCheckRetryMs = 3000
/** A call without an answer for so long has failed. Uploads and exports may take as long as they need. */
export const readTimeoutMs = 15_000
export const writeTimeoutMs = 30_000
/** While the server can't be reached, it is asked this often whether it is back. */
export const reconnectMs = 5000
/** The first pause once the machine has a network again; each further one is twice as long, up to `reconnectMs`. */
export const reconnectSoonMs = 250
/** Placeholders stand at least this long, or not at all. */
export const placeholderMs = 300
/** The task list is asked for once tab, page and search have stood this long. */
export const taskListDelayMs = 300
/** A report being written is kept in the browser: so soon after a key, and for so long. */
export const draftSaveMs = 250
export const draftDays = 14
/** A remembered answer of the server, in characters: larger ones are not kept for the next start offline. */
export const rememberedMax = 200_000
/** A report that waits on the device is sent again after so long, if nothing else tells that the server is back. */
export const resendMs = 60_000
/** That a waiting report was sent is said for so long. */
export const sentNoticeMs = 6000
/** After so many reports of a user, My Reports offers once to install the app. */
export const installHintReports = 3
