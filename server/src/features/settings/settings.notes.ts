import * as settings from '#shared/contract/settings.ts'
import { type Notes, whole } from '../../http/openapi/notes.ts'

export const settingsNotes: Notes = {
  contract: [settings],
  fields: {
    organization_name: { example: 'Example Ltd' },
    time_zone: {
      description: "IANA name. Null on a user: the organization's applies.",
      example: 'Europe/Berlin',
    },
    working_days: {
      description: "ISO numbers: 1 is Monday, 7 is Sunday. Null on a user: the organization's apply.",
      example: [1, 2, 3, 4, 5],
    },
    reporting_roles: {
      description: 'Only users with these roles are expected to report.',
      example: ['developer', 'designer', 'marketing'],
    },
    reminder_time: {
      description: "Time of day. Null on a user: the organization's applies.",
      example: '17:00',
    },
    summary_time: { description: 'Time of day.', example: '09:00' },
    manager_scope: {
      description: 'Whom managers see: everyone, or themselves and the members of teams that they lead.',
      example: 'everyone',
    },
    second_step: {
      description: 'Who needs a second step of the sign-in: optional for all, or required.',
      example: 'optional',
    },
    mail_paused: {
      description:
        'The database was restored into an empty place, so no email goes out and no webhook is called until an admin resumes them.',
      example: false,
    },
    unreadable_second_steps: {
      ...whole,
      description:
        'How many authenticator apps this server cannot check, because the key that encrypted them is lost. Zero for everyone but admins.',
      example: 0,
    },
    is_checked: {
      description: 'An admin has saved settings or holidays. The time zone of the set-up does not count.',
      example: true,
    },
    holidays: { description: 'The earliest first.' },
    version: { description: 'The running version of the server.', example: '1.1.0' },
    commit: {
      description: 'The commit that the server was built from. Null if the build did not know it.',
      example: '9f8e7d6',
    },
    'HolidayInput.name': { example: 'New Year' },
    'Holiday.name': { example: 'New Year' },
    'ImportedHolidays.created': { ...whole, description: 'How many holidays were added.', example: 1 },
    skipped: { ...whole, description: 'Dates that were already a holiday.', example: 0 },
  },
}
