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
  holidays: [],
  email_enabled: false,
  mail_paused: false,
  ...given,
})

/** The hidden user name of a password field's form, by which password managers know the account. */
export function accountOfPassword(password: HTMLElement) {
  const field = password.closest('form')?.querySelector<HTMLInputElement>('[autocomplete="username"]')
  return field?.matches('.visually-hidden[aria-hidden="true"][tabindex="-1"]') ? field.value : undefined
}
