import * as z from 'zod/mini'
import { dayLimits, limits } from '../limits.ts'
import { dayMessages } from '../messages/days.ts'
import { messages } from '../messages.ts'
import { roles, staff } from '../roles.ts'
import { added } from './added.ts'
import { plannedDayField, timeField, timeZoneField, workingDaysField } from './day-inputs.ts'
import { boundedList, optionalText, requiredText } from './fields.ts'

/** What an organization has until an admin changes it; the zone is the server's own. */
export const defaultSettings = {
  working_days: [1, 2, 3, 4, 5],
  reporting_roles: staff,
  reminder_time: '17:00',
  summary_time: '09:00',
} as const

export const holidayInput = z.object({
  date: plannedDayField(messages.report.dateRequired),
  name: requiredText('Name', dayMessages.holidayNameRequired, dayLimits.holidayNameMax),
})
export type HolidayInput = z.output<typeof holidayInput>

export const holidayReply = z.object({ id: z.number(), date: z.string(), name: z.string() })
export type Holiday = z.infer<typeof holidayReply>

/** All of them, or none if one is not valid. */
export const holidaysInput = z.object({
  holidays: boundedList(holidayInput, {
    min: 1,
    max: dayLimits.holidaysPerImport,
    tooMany: dayMessages.tooManyAtOnce,
    invalid: dayMessages.holidaysRequired,
  }),
})
export type HolidaysInput = z.output<typeof holidaysInput>

/** `skipped`: dates that were a holiday already, or twice in the list. */
export const importedHolidaysReply = z.object({ created: z.number(), skipped: z.number() })
export type ImportedHolidays = z.infer<typeof importedHolidaysReply>

export const settingsReply = z.object({
  organization_name: z.nullable(z.string()),
  time_zone: z.string(),
  working_days: z.array(z.number()),
  reporting_roles: z.array(z.enum(roles)),
  reminder_time: z.string(),
  summary_time: z.string(),
  holidays: z.array(holidayReply),
  email_enabled: z.boolean(),
  /** After a restore into an empty place, until an admin resumes it. */
  mail_paused: added(z.boolean(), false),
})
export type Settings = z.infer<typeof settingsReply>

/** Any of them; what is absent stays. */
export const settingsInput = z.object({
  organization_name: z.optional(optionalText('Organization name', limits.nameMax)),
  time_zone: z.optional(timeZoneField),
  working_days: z.optional(workingDaysField),
  reporting_roles: z.optional(
    z.pipe(
      boundedList(z.enum(roles, { error: messages.user.roleUnknown }), {
        max: roles.length,
        tooMany: dayMessages.rolesInvalid,
        invalid: dayMessages.rolesInvalid,
      }),
      z.transform((chosen: (typeof roles)[number][]) => roles.filter(role => chosen.includes(role))),
    ),
  ),
  reminder_time: z.optional(timeField),
  summary_time: z.optional(timeField),
})
export type SettingsInput = z.output<typeof settingsInput>
