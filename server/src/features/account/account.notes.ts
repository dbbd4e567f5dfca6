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
    'AccountExport.tasks': { description: 'Tasks assigned to you.' },
    tasks_given_out: { description: 'Tasks you assigned.' },
    notifications: { description: 'What you were told in the last 90 days.' },
    open_blockers: { description: 'Blockers your reports opened.' },
    resolved_blockers: { description: 'Blockers your reports opened, once they are resolved.' },
    exported_at: instant,
    edited_at: instant,
  },
}
