import type { Listener } from '../events/event.ts'
import type { Feature } from '../http/api.ts'
import { absencesNotes } from './absences/absences.notes.ts'
import { absencesRoutes } from './absences/absences.routes.ts'
import { absencesListener } from './absences/absences.service.ts'
import { accessTokensNotes } from './access-tokens/access-tokens.notes.ts'
import { accessTokensRoutes } from './access-tokens/access-tokens.routes.ts'
import { accessTokensListener } from './access-tokens/access-tokens.service.ts'
import { expiringTokensJob } from './access-tokens/expiring-tokens.job.ts'
import { accountNotes } from './account/account.notes.ts'
import { accountRoutes } from './account/account.routes.ts'
import { activityNotes } from './activity/activity.notes.ts'
import { activityRoutes } from './activity/activity.routes.ts'
import { activityListener } from './activity/activity.service.ts'
import { hookRoutes } from './activity/hook.routes.ts'
import { sweepActivityJob } from './activity/sweep-activity.job.ts'
import { assistantsNotes } from './assistants/assistants.notes.ts'
import { assistantsRoutes } from './assistants/assistants.routes.ts'
import { blockersNotes } from './blockers/blockers.notes.ts'
import { blockersRoutes } from './blockers/blockers.routes.ts'
import { blockersListener } from './blockers/blockers.service.ts'
import { calendarNotes } from './calendar/calendar.notes.ts'
import { calendarRoutes } from './calendar/calendar.routes.ts'
import { calendarFeedsNotes } from './calendar-feeds/calendar-feeds.notes.ts'
import { calendarFeedsRoutes } from './calendar-feeds/calendar-feeds.routes.ts'
import { calendarFeedsListener } from './calendar-feeds/calendar-feeds.service.ts'
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
import { insightsNotes } from './insights/insights.notes.ts'
import { insightsRoutes } from './insights/insights.routes.ts'
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
import { recordNotes } from './record/record.notes.ts'
import { recordRoutes } from './record/record.routes.ts'
import { sweepRecordJob } from './record/sweep-record.job.ts'
import { recordListener } from './record/write-record.service.ts'
import { remindersJob } from './reminders/reminders.job.ts'
import { reportDetailsRoutes } from './report-details/report-details.routes.ts'
import { reportDraftsNotes } from './report-drafts/report-drafts.notes.ts'
import { reportDraftsRoutes } from './report-drafts/report-drafts.routes.ts'
import { reportDraftsListener } from './report-drafts/report-drafts.service.ts'
import { sweepDraftsJob } from './report-drafts/sweep-drafts.job.ts'
import { reportsNotes } from './reports/reports.notes.ts'
import { reportsRoutes } from './reports/reports.routes.ts'
import { reviewsNotes } from './reviews/reviews.notes.ts'
import { reviewsRoutes } from './reviews/reviews.routes.ts'
import { buildSearchIndexJob } from './search/build-index.job.ts'
import { searchListener } from './search/index-things.ts'
import { searchNotes } from './search/search.notes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { factorsRoutes } from './second-step/factors.routes.ts'
import { secondStepNotes } from './second-step/second-step.notes.ts'
import { secondStepRoutes } from './second-step/second-step.routes.ts'
import { secondStepListener } from './second-step/second-step.service.ts'
import { settingsNotes } from './settings/settings.notes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { forgotPasswordRoutes } from './sign-in/forgot-password.routes.ts'
import { signInListener } from './sign-in/forgot-password.service.ts'
import { signInNotes } from './sign-in/sign-in.notes.ts'
import { signInRoutes } from './sign-in/sign-in.routes.ts'
import { identitiesRoutes } from './single-sign-on/identities.routes.ts'
import { singleSignOnNotes } from './single-sign-on/single-sign-on.notes.ts'
import { singleSignOnRoutes } from './single-sign-on/single-sign-on.routes.ts'
import { singleSignOnListener } from './single-sign-on/single-sign-on.service.ts'
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
import { teamsNotes } from './teams/teams.notes.ts'
import { teamsRoutes } from './teams/teams.routes.ts'
import { teamsListener } from './teams/teams.service.ts'
import { timesheetNotes } from './timesheet/timesheet.notes.ts'
import { timesheetRoutes } from './timesheet/timesheet.routes.ts'
import { urlsNotes } from './urls/urls.notes.ts'
import { urlsRoutes } from './urls/urls.routes.ts'
import { usersNotes } from './users/users.notes.ts'
import { usersRoutes } from './users/users.routes.ts'
import { deliverWebhookJob } from './webhooks/deliver-webhook.job.ts'
import { webhooksListener } from './webhooks/queue-events.ts'
import { forgetDeliveriesJob, sweepDeliveriesJob } from './webhooks/sweep-deliveries.job.ts'
import { webhookEventJob } from './webhooks/webhook-event.job.ts'
import { sentMessages } from './webhooks/webhook-kinds.ts'
import { webhooksNotes } from './webhooks/webhooks.notes.ts'
import { webhooksRoutes } from './webhooks/webhooks.routes.ts'

/**
 * A new feature adds its routes and their notes here, and its background jobs and its listener below. `name` and `about`
 * are a heading of the API description.
 */
export const features: readonly Feature[] = [
  {
    name: 'Authentication',
    about: 'Sign in and out, and create accounts.',
    routes: [
      signInRoutes,
      secondStepRoutes,
      acceptInvitationRoutes,
      forgotPasswordRoutes,
      singleSignOnRoutes,
    ],
    notes: [signInNotes, singleSignOnNotes],
  },
  {
    name: 'Account',
    about:
      'Your own account, where you are signed in, your second step, your access tokens, and which emails you get.',
    routes: [accountRoutes, factorsRoutes, accessTokensRoutes, identitiesRoutes, unsubscribeRoutes],
    notes: [accountNotes, secondStepNotes, accessTokensNotes],
  },
  {
    name: 'Users',
    about: 'The people with an account.',
    routes: [usersRoutes, invitationsRoutes],
    notes: [usersNotes],
  },
  {
    name: 'Teams',
    about: 'Sets of people and the reviewers who lead them.',
    routes: [teamsRoutes],
    notes: [teamsNotes],
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
      reportDraftsRoutes,
      reviewsRoutes,
      hoursRoutes,
      exportsRoutes,
      commentsRoutes,
    ],
    notes: [reportsNotes, suggestionsNotes, reportDraftsNotes, reviewsNotes, hoursNotes, commentsNotes],
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
    routes: [settingsRoutes, absencesRoutes, calendarRoutes, calendarFeedsRoutes, missedDaysRoutes],
    notes: [settingsNotes, absencesNotes, calendarNotes, calendarFeedsNotes],
  },
  {
    name: 'Team',
    about: 'A day of the whole team, and its hours, for its reviewers.',
    routes: [teamDayRoutes, summariesRoutes, timesheetRoutes],
    notes: [teamDayNotes, summariesNotes, timesheetNotes],
  },
  {
    name: 'Insights',
    about: 'Where the hours of a period went, and who reported in it.',
    routes: [insightsRoutes],
    notes: [insightsNotes],
  },
  {
    name: 'Mail',
    about: 'Whether emails go out, and those that failed.',
    routes: [failedMailsRoutes],
    notes: [failedMailsNotes],
  },
  {
    name: 'Webhooks',
    about: 'Tell other programs and chats what happens here.',
    routes: [webhooksRoutes],
    notes: [webhooksNotes],
    sends: sentMessages,
  },
  {
    name: 'Tasks',
    about: 'Work assigned to a user.',
    routes: [tasksRoutes],
    notes: [tasksNotes],
  },
  {
    name: 'Search',
    about: 'Finds people, projects, tasks, reports and comments by their words.',
    routes: [searchRoutes],
    notes: [searchNotes],
  },
  {
    name: 'Activity',
    about: 'What users did elsewhere, as suggestions for their own reports.',
    routes: [activityRoutes, hookRoutes],
    notes: [activityNotes],
  },
  {
    name: 'Assistants',
    about: 'Tools for assistants that speak the Model Context Protocol.',
    routes: [assistantsRoutes],
    notes: [assistantsNotes],
  },
  {
    name: 'Record',
    about: 'Who did what, from where. It is never changed.',
    routes: [recordRoutes],
    notes: [recordNotes],
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
  buildSearchIndexJob,
  expiringTokensJob,
  sweepActivityJob,
  sweepDraftsJob,
  ...mailJobs,
  webhookEventJob,
  deliverWebhookJob,
  sweepDeliveriesJob,
  forgetDeliveriesJob,
  sweepRecordJob,
]

/** Features that react to events of other features. */
export const listeners: readonly Listener[] = [
  recordListener,
  notificationsListener,
  // Before the teams, which forget a deleted user.
  webhooksListener,
  absencesListener,
  accessTokensListener,
  activityListener,
  blockersListener,
  calendarFeedsListener,
  filesListener,
  invitationsListener,
  reportDraftsListener,
  searchListener,
  secondStepListener,
  signInListener,
  singleSignOnListener,
  teamDayListener,
  teamsListener,
]
