import { linkedPaths } from '#shared/paths.ts'

type Id = number | string

export const addTimeOffHash = '#add-time-off'
export const reviewAllHash = '#review-all'

/** Defines the paths of all screens, together with those that the server links to too. Every layer may import it. */
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

  /** `search` has the month, if it is not the current one. */
  calendar: (search = '') => `/calendar${search}`,
  /** The calendar with the dialog for new time off. */
  addTimeOff: () => `/calendar${addTimeOffHash}`,
  /** Today with the focus on "Mark all as reviewed". */
  reviewAll: () => `${linkedPaths.today()}${reviewAllHash}`,
  /** Search results for this text. */
  search: (text = '') => (text === '' ? '/search' : `/search?${new URLSearchParams({ q: text }).toString()}`),

  adminDashboard: () => '/admin/dashboard',
  /** `search` has the month and the filters. */
  teamCalendar: (search = '') => `/admin/calendar${search}`,
  /** `search` has the week or month, and the filters. */
  timesheet: (search = '') => `/admin/timesheet${search}`,
  /** `search` has the period, the unit, the grouping and the filters. */
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
