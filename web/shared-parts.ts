import { relative, resolve } from 'node:path'

/**
 * Code that several pages share, by the file of the build that it comes in. Modules that the same pages need stand
 * together: each file is a round trip, and small ones compress badly. What a module imports comes with it, unless it is
 * part of a file named before. By folder, without endings.
 */
const sharedParts = {
  /** What most pages need, and what the login page needs. */
  common: {
    'shared/src': 'day-state hours',
    'shared/src/contract':
      'absence-kinds comments day-field listed-users notification-kinds pagination projects report-review reports team-overview',
    'shared/src/limits': 'days',
    'shared/src/messages': 'comment offline project report review-input',
    'web/src/components':
      'alert check-boxes day description-list empty-state error-state field flash-message form-card icon-button password-field select-field skeleton submit-button text-field',
    'web/src/features/users': 'role-options',
    'web/src/lib':
      'drafts failures format has-mail url-query use-placeholder use-prefetch-parts use-timed-notice use-today',
  },
  data: {
    'node_modules/@tanstack/react-query/build/modern': 'queryOptions useMutation useQuery',
    'web/src/app': 'data-cache',
  },
  days: {
    'shared/src': 'zones',
    'shared/src/contract': 'day-inputs',
    'shared/src/messages': 'days',
  },
  inbox: {
    'shared/src/contract': 'notification-reply',
    'shared/src/messages': 'inbox',
    'web/src/features/notifications': 'api unread',
  },
  /** What every page loads once it is idle. */
  idle: {
    'shared/src/messages': 'waiting',
    'web/src/components': 'confirm',
    'web/src/features/install': 'install-prompt',
  },
  /** What the dashboard and the form of a report ask for first. */
  daily: {
    'web/src/features':
      'blockers/api missed-days/api projects/api reports/api reports/may-still-edit reports/waiting/waiting-days',
    'web/src/lib': 'edit-window use-part',
  },
  review: {
    'shared/src': 'blockers',
    'shared/src/contract': 'review',
    'shared/src/messages': 'review',
    'web/src/components': 'review-note',
    'web/src/features/reports': 'list-api',
    'web/src/features/review': 'api filters review-words',
  },
  tables: {
    'web/src/components': 'clamped data-table pager row-link row-more table-skeleton',
    'web/src/features/review': 'person',
    'web/src/lib': 'keep-focus use-auto-grow use-is-narrow use-page-in-url',
  },
  keys: {
    'web/src/components': 'key-hint shortcuts-help undo-bar',
    'web/src/features/calendar': 'team-filter-bar',
    'web/src/lib': 'use-keys',
  },
  tasks: {
    'shared/src/contract': 'tasks',
    'shared/src/messages': 'dashboard file task url',
    'web/src/features/tasks': 'api task-status-badge',
  },
  users: {
    'shared/src/contract': 'codes',
    'shared/src/messages': 'links users',
    'web/src/features/users': 'api',
  },
  dashboards: {
    'web/src/components': 'link-card',
    'web/src/features/auth': 'way-back',
    'web/src/features/dashboard': 'greeting',
  },
  projects: {
    'web/src/components': 'progress-bar',
    'web/src/features/projects': 'use-expanding',
    'web/src/pages': 'project-resources',
  },
  // Small, and needed by pages that don't need the larger ones below, which would take them with them.
  links: { 'web/src/components': 'linkified-text' },
  download: { 'web/src/lib': 'download' },
  forms: {
    'node_modules/react-hook-form/dist': 'index.esm',
    'web/src/components': 'cancel-link form-shell text-area-field',
    'web/src/lib': 'check-by use-form use-submit use-written-hours',
  },
  drafts: {
    'web/src/components': 'draft-restored',
    'web/src/lib': 'use-form-draft',
  },
  settings: {
    'shared/src/contract': 'settings',
    'shared/src/messages': 'settings',
    'web/src/components': 'choices own-days-fields section',
    'web/src/lib': 'use-settings',
  },
  reading: {
    'web/src/components': 'comment-box row-task',
    'web/src/features/reports': 'edited-notice',
    'web/src/features/review': 'ask-for-changes review-buttons review-keys review-mark use-review',
    'web/src/lib': 'use-comment-draft',
  },
  /** Tables of reports. */
  lists: {
    'web/src/components': 'report-marks',
    'web/src/features/review': 'all-reports-table export-button first-cell stat-card use-export',
  },
  blockers: {
    'web/src/components': 'age',
    'web/src/features/blockers': 'label-of',
  },
  /** One report, with its comments. */
  report: {
    'web/src/features/comments': 'comment-section comment-threads new-comment',
    'web/src/features/reports':
      'comments-in-report report-details report-details-skeleton task-details-table',
  },
}

const root = resolve(import.meta.dirname, '..')
const partOf = new Map(
  Object.entries(sharedParts).flatMap(([part, folders]) =>
    Object.entries(folders).flatMap(([folder, names]) =>
      names.split(' ').map((name): [string, string] => [`${folder}/${name}`, part]),
    ),
  ),
)

const pathOf = (id: string) =>
  relative(root, id)
    .replaceAll('\\', '/')
    .replace(/\.\w+$/, '')

/** The file of the build that a module is listed for. */
export const sharedPartOf = (id: string) => partOf.get(pathOf(id))

/** What is listed and not in the build: it was renamed, or no page needs it any more. */
export function missingParts(ids: readonly string[]): string[] {
  const there = new Set(ids.filter(id => !id.endsWith('.scss')).map(pathOf))
  return [...partOf.keys()].filter(path => !there.has(path))
}

/** In the order of their priority. */
export const sharedPartNames = Object.keys(sharedParts)
