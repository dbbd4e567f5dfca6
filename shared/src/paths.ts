type Id = number | string

/** The paths of screens that notifications and mails link to. web/src/app/paths.ts adds the others. */
export const linkedPaths = {
  landing: () => '/',
  login: () => '/login',
  account: () => '/account',
  ownActivity: () => '/account#activity',
  welcome: () => '/welcome',
  reset: () => '/reset',
  unsubscribe: () => '/unsubscribe',

  notifications: () => '/notifications',
  accessTokens: () => '/account#tokens',
  secondStep: () => '/account#two-steps',
  signOn: () => '/account#sign-on',
  webhooks: () => '/admin/settings#integrations',
  dashboard: () => '/dashboard',
  /** `date` is a missed day. */
  newReport: (date?: string) => `/reports/new${date === undefined ? '' : `?date=${date}`}`,
  /** `commentId` is the comment that gets the focus. */
  report: (id: Id, commentId?: Id) =>
    `/reports/${id}${commentId === undefined ? '' : `#comment-${commentId}`}`,
  task: (id: Id) => `/tasks/${id}`,

  /** `search` has the date and the filters. */
  today: (search = '') => `/admin/today${search}`,
  /** `search` has the team, if it isn't the reader's usual one. */
  summary: (date: string, search = '') => `/admin/summaries/${date}${search}`,
  /** `search` has the filters of the list, for the list and for each of its reports. */
  allReports: (search = '') => `/admin/reports${search}`,
  reviewReport: (id: Id, search = '') => `/admin/reports/${id}${search}`,
  /** `search` has the filters. */
  blockers: (search = '') => `/admin/blockers${search}`,
  /** `search` has the filters. */
  users: (search = '') => `/admin/users${search}`,
  projectSummary: (projectId: Id, userId?: Id) =>
    `/admin/projects/${projectId}/summary${userId === undefined ? '' : `?userId=${userId}`}`,
}
