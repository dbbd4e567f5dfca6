import type { Account } from '#shared/contract/account.ts'
import type { Settings } from '#shared/contract/settings.ts'
import type { Role } from '#shared/roles.ts'
import { personOf } from './fake-api.ts'

/** Without a zone or working days of their own. */
export const makeAccount = (role: Role, given: Partial<Account> = {}): Account => ({
  ...personOf(role),
  time_zone: null,
  working_days: null,
  reminder_time: null,
  reminders: true,
  email_notifications: 'instant',
  muted: [],
  activity: true,
  activity_emails: [],
  activity_logins: [],
  activity_pending: [],
  teams: [],
  has_password: true,
  effective: { time_zone: 'Europe/Berlin', working_days: [1, 2, 3, 4, 5], reminder_time: '17:00' },
  ...given,
})

export const makeSettings = (given: Partial<Settings> = {}): Settings => ({
  organization_name: null,
  time_zone: 'Europe/Berlin',
  working_days: [1, 2, 3, 4, 5],
  reporting_roles: ['developer', 'designer', 'marketing'],
  reminder_time: '17:00',
  summary_time: '09:00',
  manager_scope: 'everyone',
  second_step: 'optional',
  holidays: [],
  email_enabled: false,
  mail_paused: false,
  unreadable_second_steps: 0,
  is_checked: true,
  version: '1.1.0',
  commit: '9f8e7d6',
  ...given,
})

/** The hidden user name of a password field's form, by which password managers know the account. */
export function accountOfPassword(password: HTMLElement) {
  const field = password.closest('form')?.querySelector<HTMLInputElement>('[autocomplete="username"]')
  return field?.matches('.visually-hidden[aria-hidden="true"][tabindex="-1"]') ? field.value : undefined
}

/** The answers about a second step that is not set up. */
export const noSecondStep = {
  'GET /api/account/second-step': {
    status: 200,
    body: {
      ...{ totp: null, passkeys: 0, recovery_codes: 0, required: false },
      ...{ passkeys_unavailable: null, has_password: true },
      user: personOf('developer'),
    },
  },
  'GET /api/account/passkeys': {
    status: 200,
    body: { data: [], pagination: { total: 0, pages: 1, page: 1, limit: 20 } },
  },
}
