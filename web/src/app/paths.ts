import { linkedPaths } from '#shared/paths.ts'

type Id = number | string

export const addTimeOffHash = '#add-time-off'
export const reviewAllHash = '#review-all'

/** The only place that defines a screen's path, with those that the server links to. Pages and features may import it. */
export const paths = {
  ...linkedPaths,

  /** No route of its own: like every unknown path it ends at the landing page. */
  register: () => '/register',
  setup: () => '/setup',
  forgot: () => '/forgot',

  accountNotifications: () => '/account#notifications',
  myReports: () => '/reports',
  /** Today's report, with a row for a task. */
  newReportOf: (taskId: Id) => `/reports/new?task=${taskId}`,
  editReportOf: (id: Id, taskId: Id) => `/reports/edit/${id}?task=${taskId}`,
  editReport: (id: Id) => `/reports/edit/${id}`,

  /** `search`: the month, if it is not the current one. */
  calendar: (search = '') => `/calendar${search}`,
  /** The calendar with the dialog for new time off. */
  addTimeOff: () => `/calendar${addTimeOffHash}`,
  /** Today with the focus on "Mark all as reviewed". */
  reviewAll: () => `${linkedPaths.today()}${reviewAllHash}`,
  /** Everything that contains these words; `team` is what the control beside the title has chosen. */
  search: (text = '') => (text === '' ? '/search' : `/search?${new URLSearchParams({ q: text }).toString()}`),

  adminDashboard: () => '/admin/dashboard',
  /** `search`: month and filters. */
  teamCalendar: (search = '') => `/admin/calendar${search}`,
  /** `search`: week or month, and filters. */
  timesheet: (search = '') => `/admin/timesheet${search}`,
  /** `search`: period, unit, group and filters. */
  insights: (search = '') => `/admin/insights${search}`,
  registerUser: () => '/admin/register',
  projects: () => '/admin/projects',
  projectHours: () => '/admin/project-hours',
  importUsers: () => '/admin/users/import',
  teams: () => '/admin/teams',
  team: (id: Id) => `/admin/teams/${id}`,
  /** `search` has the filters. */
  record: (search = '') => `/admin/record${search}`,
  settings: () => '/admin/settings',
  settingsOfMail: () => '/admin/settings#mail',

  tasks: () => '/tasks',
  newTask: (projectId?: Id) => `/tasks/new${projectId === undefined ? '' : `?projectId=${projectId}`}`,
  editTask: (id: Id) => `/tasks/edit/${id}`,
}
