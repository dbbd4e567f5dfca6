import * as account from '#shared/contract/account.ts'
import { instant, type Notes } from '../../http/openapi/notes.ts'

export const accountNotes: Notes = {
  contract: [account],
  fields: {
    current_password: { format: 'password', example: 'the-old-password' },
    last_used_at: { ...instant, description: 'Accurate to ten minutes.' },
    address: { description: 'The last IP address.', example: '203.0.113.7' },
    device: { description: 'Browser and system.', example: 'Firefox on Windows' },
    is_current: { description: 'The sign-in that makes this call.', example: true },
    email_notifications: { example: 'instant' },
    muted: { description: 'Kinds of notifications that are not emailed.', example: ['task_completed'] },
    reminders: { description: 'Whether the user is reminded of reports.', example: true },
    effective: { description: "What counts: the user's own, or else the organization's." },
    activity: {
      description: 'Whether what the user does elsewhere is suggested for reports.',
      example: true,
    },
    'Account.has_password': {
      description: 'False if you have only ever signed in another way.',
      example: true,
    },
    'AccountInput.activity': { description: 'False also deletes what is stored.', example: true },
    'AccountExport.activity': { description: 'What you did elsewhere in the last 14 days.' },
    activity_emails: {
      description:
        'More emails that Git servers know, at most 5. An address with which GitHub or GitLab hides an email is a login.',
      example: ['dina@home.example'],
    },
    activity_logins: {
      description: 'Names on Git servers, at most 10.',
      example: [{ kind: 'github', login: 'dina-dev' }],
    },
    activity_pending: {
      description:
        'Of both lists, what someone else may use and what counts only once it is confirmed: with the code that was mailed to the email (`POST /account/activity-claims/{id}/code`), or by a reviewer.',
    },
    'ExportedActivity.kind': { example: 'commit' },
    'ExportedActivity.title': { example: 'Fix the login page' },
    happened_at: instant,
    'AccountExport.tasks': { description: 'Tasks assigned to you.' },
    tasks_given_out: { description: 'Tasks you assigned.' },
    notifications: { description: 'What you were told in the last 90 days.' },
    open_blockers: { description: 'Blockers your reports opened.' },
    resolved_blockers: { description: 'Blockers your reports opened, once they are resolved.' },
    report_drafts: { description: 'What assistants drafted for your reports.' },
    exported_at: instant,
    edited_at: instant,
  },
}
