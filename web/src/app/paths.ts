import { linkedPaths } from '#shared/paths.ts'

type Id = number | string

/** The only place that defines a screen's path, with those that the server links to. Pages and features may import it. */
export const paths = {
  ...linkedPaths,

  login: () => '/login',
  /** No route of its own: like every unknown path it ends at the landing page. */
  register: () => '/register',
  setup: () => '/setup',
  forgot: () => '/forgot',

  account: () => '/account',
  accountNotifications: () => '/account#notifications',
  myReports: () => '/reports',
  /** Today's report, with a row for a task. */
  newReportOf: (taskId: Id) => `/reports/new?task=${taskId}`,
  editReportOf: (id: Id, taskId: Id) => `/reports/edit/${id}?task=${taskId}`,
  editReport: (id: Id) => `/reports/edit/${id}`,

  /** `search`: the month, if it is not the current one. */
  calendar: (search = '') => `/calendar${search}`,

  adminDashboard: () => '/admin/dashboard',
  /** `search`: month and filters. */
  teamCalendar: (search = '') => `/admin/calendar${search}`,
  registerUser: () => '/admin/register',
  projects: () => '/admin/projects',
  projectHours: () => '/admin/project-hours',
  users: () => '/admin/users',
  importUsers: () => '/admin/users/import',
  settings: () => '/admin/settings',

  tasks: () => '/tasks',
  newTask: (projectId?: Id) => `/tasks/new${projectId === undefined ? '' : `?projectId=${projectId}`}`,
  editTask: (id: Id) => `/tasks/edit/${id}`,
}
