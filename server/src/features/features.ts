import type { Listener } from '../events/event.ts'
import type { Feature } from '../http/api.ts'
import { absencesRoutes } from './absences/absences.routes.ts'
import { accountRoutes } from './account/account.routes.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { codesRoutes } from './auth/codes.routes.ts'
import { blockersRoutes } from './blockers/blockers.routes.ts'
import { calendarRoutes } from './calendar/calendar.routes.ts'
import { commentsRoutes } from './comments/comments.routes.ts'
import { deliveriesRoutes } from './deliveries/deliveries.routes.ts'
import { filesRoutes } from './files/files.routes.ts'
import { sweepFilesJob } from './files/sweep-files.job.ts'
import { mailJobs } from './mail-jobs.ts'
import { listener as notificationsListener } from './notifications/listener.ts'
import { queueMailsJob } from './notifications/notification-mail.job.ts'
import { notificationsRoutes } from './notifications/notifications.routes.ts'
import { sweepNotificationsJob } from './notifications/sweep-notifications.job.ts'
import { unsubscribeRoutes } from './notifications/unsubscribe.routes.ts'
import { projectsRoutes } from './projects/projects.routes.ts'
import { remindersJob } from './reminders/reminders.job.ts'
import { reportReviewRoutes } from './report-review/report-review.routes.ts'
import { reportsRoutes } from './reports/reports.routes.ts'
import { reviewRoutes } from './review/review.routes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { suggestionsRoutes } from './suggestions/suggestions.routes.ts'
import { tasksRoutes } from './tasks/tasks.routes.ts'
import { summaryJob } from './team/summary.job.ts'
import { teamRoutes } from './team/team.routes.ts'
import { urlsRoutes } from './urls/urls.routes.ts'
import { usersRoutes } from './users/users.routes.ts'

/**
 * A new feature adds its routes here, with the notes on what they take and answer, and its background jobs, if it has
 * any, below. Name and sentence are its heading in the API description.
 */
export const features: readonly Feature[] = [
  {
    name: 'Authentication',
    about: 'Sign in and out, and create accounts.',
    routes: [authRoutes, codesRoutes],
    notes: [() => import('./auth/auth.notes.ts')],
  },
  {
    name: 'Account',
    about: 'Your own account, where you are signed in, and which emails you get.',
    routes: [accountRoutes, unsubscribeRoutes],
    notes: [() => import('./account/account.notes.ts')],
  },
  {
    name: 'Users',
    about: 'The people with an account.',
    routes: [usersRoutes],
    notes: [() => import('./users/users.notes.ts')],
  },
  {
    name: 'Projects',
    about: 'What the team works on.',
    routes: [projectsRoutes],
    notes: [() => import('./projects/projects.notes.ts')],
  },
  {
    name: 'Files',
    about: "A project's uploaded files.",
    routes: [filesRoutes],
    notes: [() => import('./files/files.notes.ts')],
  },
  {
    name: 'Links',
    about: "A project's links.",
    routes: [urlsRoutes],
    notes: [() => import('./urls/urls.notes.ts')],
  },
  {
    name: 'Reports',
    about: 'Daily reports, their versions, reviews and comments, and what reviewers read from them.',
    routes: [reportsRoutes, suggestionsRoutes, reportReviewRoutes, reviewRoutes, commentsRoutes],
    notes: [
      () => import('./reports/reports.notes.ts'),
      () => import('./suggestions/suggestions.notes.ts'),
      () => import('./report-review/report-review.notes.ts'),
      () => import('./review/review.notes.ts'),
      () => import('./comments/comments.notes.ts'),
    ],
  },
  {
    name: 'Blockers',
    about: 'What is in the way of the work: opened by reports, until it is resolved.',
    routes: [blockersRoutes],
    notes: [() => import('./blockers/blockers.notes.ts')],
  },
  {
    name: 'Days',
    about: 'Settings and holidays of the organization, time off, and the calendars made from them.',
    routes: [settingsRoutes, absencesRoutes, calendarRoutes],
    notes: [
      () => import('./settings/settings.notes.ts'),
      () => import('./absences/absences.notes.ts'),
      () => import('./calendar/calendar.notes.ts'),
    ],
  },
  {
    name: 'Team',
    about: 'A day of the whole team, for its reviewers.',
    routes: [teamRoutes],
    notes: [() => import('./team/team.notes.ts')],
  },
  {
    name: 'Mail',
    about: 'Whether emails go out, and those that failed.',
    routes: [deliveriesRoutes],
    notes: [() => import('./deliveries/deliveries.notes.ts')],
  },
  {
    name: 'Tasks',
    about: 'Work assigned to a user.',
    routes: [tasksRoutes],
    notes: [() => import('./tasks/tasks.notes.ts')],
  },
  {
    name: 'Notifications',
    about: 'What users are told, and whom comments can mention.',
    routes: [notificationsRoutes],
    notes: [() => import('./notifications/notifications.notes.ts')],
  },
]

export const featureJobs = [
  sweepFilesJob,
  summaryJob,
  sweepNotificationsJob,
  remindersJob,
  queueMailsJob,
  ...mailJobs,
]

/** Features that act on what happens in others, which don't know them. */
export const listeners: readonly Listener[] = [notificationsListener]
