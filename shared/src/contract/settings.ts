import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { roles, staff } from '../roles.ts'
import {
  boundedList,
  optionalText,
  plannedDayField,
  requiredText,
  timeField,
  timeZoneField,
  workingDaysField,
} from './fields.ts'
import { added } from './replies.ts'

/** Whom managers see: everyone, or themselves and the members of teams that they lead. */
export const managerScopes = ['everyone', 'teams'] as const
export type ManagerScope = (typeof managerScopes)[number]

/** Who has to have a second step of the sign-in. */
export const secondStepPolicies = ['optional', 'reviewers', 'everyone'] as const
export type SecondStepPolicy = (typeof secondStepPolicies)[number]

/** The settings until an admin changes them. The time zone is then the server's. */
export const defaultSettings = {
  working_days: [1, 2, 3, 4, 5],
  reporting_roles: staff,
  reminder_time: '17:00',
  summary_time: '09:00',
  manager_scope: 'everyone',
  second_step: 'optional',
} as const

export const holidayInput = z.object({
  date: plannedDayField(messages.fields.dateRequired),
  name: requiredText('Name', messages.settings.holidayNameRequired, limits.holidayNameMax),
})
export type HolidayInput = z.output<typeof holidayInput>

export const holidayReply = z.object({ id: z.number(), date: z.string(), name: z.string() })
export type Holiday = z.infer<typeof holidayReply>

/** If one of them is not valid, none is saved. */
export const holidaysInput = z.object({
  holidays: boundedList(holidayInput, {
    min: 1,
    max: limits.holidaysPerImport,
    tooMany: messages.settings.tooManyHolidaysAtOnce,
    invalid: messages.settings.holidaysRequired,
  }),
})
export type HolidaysInput = z.output<typeof holidaysInput>

/** `skipped` counts dates that were a holiday already or were in the list twice. */
export const importedHolidaysReply = z.object({ created: z.number(), skipped: z.number() })
export type ImportedHolidays = z.infer<typeof importedHolidaysReply>

export const settingsReply = z.object({
  organization_name: z.nullable(z.string()),
  time_zone: z.string(),
  working_days: z.array(z.number()),
  reporting_roles: z.array(z.enum(roles)),
  reminder_time: z.string(),
  summary_time: z.string(),
  manager_scope: added(z.enum(managerScopes), 'everyone'),
  second_step: added(z.enum(secondStepPolicies), 'optional'),
  holidays: z.array(holidayReply),
  email_enabled: z.boolean(),
  /** True after a restore into an empty database, until an admin resumes mail. */
  mail_paused: added(z.boolean(), false),
  /** For admins: authenticator apps that this server can't check, because the key that encrypted them is lost. */
  unreadable_second_steps: added(z.number(), 0),
  /** False until an admin has saved settings or holidays; the time zone of the set-up doesn't count. */
  is_checked: added(z.boolean(), true),
  /** Empty on servers that don't tell theirs. */
  version: added(z.string(), ''),
  commit: added(z.nullable(z.string()), null),
})
export type Settings = z.infer<typeof settingsReply>

/** An absent field doesn't change. */
export const settingsInput = z.object({
  organization_name: z.optional(optionalText('Organization name', limits.nameMax)),
  time_zone: z.optional(timeZoneField),
  working_days: z.optional(workingDaysField),
  reporting_roles: z.optional(
    z.pipe(
      boundedList(z.enum(roles, { error: messages.users.roleUnknown }), {
        max: roles.length,
        tooMany: messages.settings.rolesInvalid,
        invalid: messages.settings.rolesInvalid,
      }),
      z.transform((chosen: (typeof roles)[number][]) => roles.filter(role => chosen.includes(role))),
    ),
  ),
  reminder_time: z.optional(timeField),
  summary_time: z.optional(timeField),
  manager_scope: z.optional(z.enum(managerScopes, { error: messages.settings.managerScopeUnknown })),
  second_step: z.optional(z.enum(secondStepPolicies, { error: messages.settings.secondStepUnknown })),
})
export type SettingsInput = z.output<typeof settingsInput>
