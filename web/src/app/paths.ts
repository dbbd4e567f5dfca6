type Id = number | string

/** The only place that defines a screen's path. It imports nothing, so pages and features may import it. */
export const paths = {
  landing: () => '/',
  login: () => '/login',
  /** No route of its own: like every unknown path it ends at the landing page. */
  register: () => '/register',
  setup: () => '/setup',
  welcome: () => '/welcome',
  forgot: () => '/forgot',
  reset: () => '/reset',
  unsubscribe: () => '/unsubscribe',

  account: () => '/account',
  accountNotifications: () => '/account#notifications',
  notifications: () => '/notifications',
  dashboard: () => '/dashboard',
  myReports: () => '/reports',
  /** `date`: a missed day. */
  newReport: (date?: string) => `/reports/new${date === undefined ? '' : `?date=${date}`}`,
  /** Today's, with a row for a task. */
  newReportOf: (taskId: Id) => `/reports/new?task=${taskId}`,
  editReportOf: (id: Id, taskId: Id) => `/reports/edit/${id}?task=${taskId}`,
  /** `commentId`: the comment that gets the focus. */
  report: (id: Id, commentId?: Id) =>
    `/reports/${id}${commentId === undefined ? '' : `#comment-${commentId}`}`,
  editReport: (id: Id) => `/reports/edit/${id}`,

  /** `search`: the month, if it is not the current one. */
  calendar: (search = '') => `/calendar${search}`,

  adminDashboard: () => '/admin/dashboard',
  /** `search`: date and filters. */
  today: (search = '') => `/admin/today${search}`,
  summary: (date: string) => `/admin/summaries/${date}`,
  /** `search`: the filters, as a list and each report of it carry them. */
  allReports: (search = '') => `/admin/reports${search}`,
  reviewReport: (id: Id, search = '') => `/admin/reports/${id}${search}`,
  /** `search`: month and filters. */
  teamCalendar: (search = '') => `/admin/calendar${search}`,
  /** `search`: the filters. */
  blockers: (search = '') => `/admin/blockers${search}`,
  registerUser: () => '/admin/register',
  projects: () => '/admin/projects',
  projectSummary: (projectId: Id, userId?: Id) =>
    `/admin/projects/${projectId}/summary${userId === undefined ? '' : `?userId=${userId}`}`,
  projectHours: () => '/admin/project-hours',
  users: () => '/admin/users',
  importUsers: () => '/admin/users/import',
  settings: () => '/admin/settings',

  tasks: () => '/tasks',
  newTask: (projectId?: Id) => `/tasks/new${projectId === undefined ? '' : `?projectId=${projectId}`}`,
  task: (id: Id) => `/tasks/${id}`,
  editTask: (id: Id) => `/tasks/edit/${id}`,
}
