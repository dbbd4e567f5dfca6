type Id = number | string

/** Screens that notifications and mails link to. web/src/app/paths.ts adds the others. */
export const linkedPaths = {
  landing: () => '/',
  welcome: () => '/welcome',
  reset: () => '/reset',
  unsubscribe: () => '/unsubscribe',

  notifications: () => '/notifications',
  dashboard: () => '/dashboard',
  /** `date`: a missed day. */
  newReport: (date?: string) => `/reports/new${date === undefined ? '' : `?date=${date}`}`,
  /** `commentId`: the comment that gets the focus. */
  report: (id: Id, commentId?: Id) =>
    `/reports/${id}${commentId === undefined ? '' : `#comment-${commentId}`}`,
  task: (id: Id) => `/tasks/${id}`,

  /** `search`: date and filters. */
  today: (search = '') => `/admin/today${search}`,
  summary: (date: string) => `/admin/summaries/${date}`,
  /** `search`: the filters, as a list and each report of it carry them. */
  allReports: (search = '') => `/admin/reports${search}`,
  reviewReport: (id: Id, search = '') => `/admin/reports/${id}${search}`,
  /** `search`: the filters. */
  blockers: (search = '') => `/admin/blockers${search}`,
  projectSummary: (projectId: Id, userId?: Id) =>
    `/admin/projects/${projectId}/summary${userId === undefined ? '' : `?userId=${userId}`}`,
}
