import type { Listener } from '../events/event.ts'
import type { Feature } from '../http/api.ts'
import { absencesNotes } from './absences/absences.notes.ts'
import { absencesRoutes } from './absences/absences.routes.ts'
import { absencesListener } from './absences/absences.service.ts'
import { accountNotes } from './account/account.notes.ts'
import { accountRoutes } from './account/account.routes.ts'
import { blockersNotes } from './blockers/blockers.notes.ts'
import { blockersRoutes } from './blockers/blockers.routes.ts'
import { blockersListener } from './blockers/blockers.service.ts'
import { calendarNotes } from './calendar/calendar.notes.ts'
import { calendarRoutes } from './calendar/calendar.routes.ts'
import { commentsNotes } from './comments/comments.notes.ts'
import { commentsRoutes } from './comments/comments.routes.ts'
import { exportsRoutes } from './exports/exports.routes.ts'
import { failedMailsNotes } from './failed-mails/failed-mails.notes.ts'
import { failedMailsRoutes } from './failed-mails/failed-mails.routes.ts'
import { mailJobs } from './failed-mails/failed-mails.service.ts'
import { filesNotes } from './files/files.notes.ts'
import { filesRoutes } from './files/files.routes.ts'
import { filesListener } from './files/files.service.ts'
import { sweepFilesJob } from './files/sweep-files.job.ts'
import { hoursNotes } from './hours/hours.notes.ts'
import { hoursRoutes } from './hours/hours.routes.ts'
import { acceptInvitationRoutes, invitationsRoutes } from './invitations/invitations.routes.ts'
import { invitationsListener } from './invitations/invitations.service.ts'
import { missedDaysRoutes } from './missed-days/missed-days.routes.ts'
import { notificationsListener } from './notifications/listener.ts'
import { queueMailsJob } from './notifications/notification-mail.job.ts'
import { notificationsNotes } from './notifications/notifications.notes.ts'
import { notificationsRoutes } from './notifications/notifications.routes.ts'
import { sweepNotificationsJob } from './notifications/sweep-notifications.job.ts'
import { unsubscribeRoutes } from './notifications/unsubscribe.routes.ts'
import { projectsNotes } from './projects/projects.notes.ts'
import { projectsRoutes } from './projects/projects.routes.ts'
import { remindersJob } from './reminders/reminders.job.ts'
import { reportDetailsRoutes } from './report-details/report-details.routes.ts'
import { reportsNotes } from './reports/reports.notes.ts'
import { reportsRoutes } from './reports/reports.routes.ts'
import { reviewsNotes } from './reviews/reviews.notes.ts'
import { reviewsRoutes } from './reviews/reviews.routes.ts'
import { settingsNotes } from './settings/settings.notes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { forgotPasswordRoutes } from './sign-in/forgot-password.routes.ts'
import { signInListener } from './sign-in/forgot-password.service.ts'
import { signInNotes } from './sign-in/sign-in.notes.ts'
import { signInRoutes } from './sign-in/sign-in.routes.ts'
import { suggestionsNotes } from './suggestions/suggestions.notes.ts'
import { suggestionsRoutes } from './suggestions/suggestions.routes.ts'
import { summaryJob } from './summaries/summaries.job.ts'
import { summariesNotes } from './summaries/summaries.notes.ts'
import { summariesRoutes } from './summaries/summaries.routes.ts'
import { tasksNotes } from './tasks/tasks.notes.ts'
import { tasksRoutes } from './tasks/tasks.routes.ts'
import { teamDayNotes } from './team-day/team-day.notes.ts'
import { teamDayRoutes } from './team-day/team-day.routes.ts'
import { teamDayListener } from './team-day/team-day.service.ts'
import { urlsNotes } from './urls/urls.notes.ts'
import { urlsRoutes } from './urls/urls.routes.ts'
import { usersNotes } from './users/users.notes.ts'
import { usersRoutes } from './users/users.routes.ts'

/**
 * A new feature adds its routes and their notes here, and its background jobs and its listener below. `name` and `about`
 * are a heading of the API description.
 */
export const features: readonly Feature[] = [
  {
    name: 'Authentication',
    about: 'Sign in and out, and create accounts.',
    routes: [signInRoutes, acceptInvitationRoutes, forgotPasswordRoutes],
    notes: [signInNotes],
  },
  {
    name: 'Account',
    about: 'Your own account, where you are signed in, and which emails you get.',
    routes: [accountRoutes, unsubscribeRoutes],
    notes: [accountNotes],
  },
  {
    name: 'Users',
    about: 'The people with an account.',
    routes: [usersRoutes, invitationsRoutes],
    notes: [usersNotes],
  },
  {
    name: 'Projects',
    about: 'What the team works on.',
    routes: [projectsRoutes],
    notes: [projectsNotes],
  },
  {
    name: 'Files',
    about: "A project's uploaded files.",
    routes: [filesRoutes],
    notes: [filesNotes],
  },
  {
    name: 'Links',
    about: "A project's links.",
    routes: [urlsRoutes],
    notes: [urlsNotes],
  },
  {
    name: 'Reports',
    about: 'Daily reports, their versions, reviews and comments, and what reviewers read from them.',
    routes: [
      reportsRoutes,
      reportDetailsRoutes,
      suggestionsRoutes,
      reviewsRoutes,
      hoursRoutes,
      exportsRoutes,
      commentsRoutes,
    ],
    notes: [reportsNotes, suggestionsNotes, reviewsNotes, hoursNotes, commentsNotes],
  },
  {
    name: 'Blockers',
    about: 'What is in the way of the work: opened by reports, until it is resolved.',
    routes: [blockersRoutes],
    notes: [blockersNotes],
  },
  {
    name: 'Days',
    about: 'Settings and holidays of the organization, time off, and the calendars made from them.',
    routes: [settingsRoutes, absencesRoutes, calendarRoutes, missedDaysRoutes],
    notes: [settingsNotes, absencesNotes, calendarNotes],
  },
  {
    name: 'Team',
    about: 'A day of the whole team, for its reviewers.',
    routes: [teamDayRoutes, summariesRoutes],
    notes: [teamDayNotes, summariesNotes],
  },
  {
    name: 'Mail',
    about: 'Whether emails go out, and those that failed.',
    routes: [failedMailsRoutes],
    notes: [failedMailsNotes],
  },
  {
    name: 'Tasks',
    about: 'Work assigned to a user.',
    routes: [tasksRoutes],
    notes: [tasksNotes],
  },
  {
    name: 'Notifications',
    about: 'What users are told, and whom comments can mention.',
    routes: [notificationsRoutes],
    notes: [notificationsNotes],
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

/** Features that react to events of other features. */
export const listeners: readonly Listener[] = [
  notificationsListener,
  absencesListener,
  blockersListener,
  filesListener,
  invitationsListener,
  signInListener,
  teamDayListener,
]
