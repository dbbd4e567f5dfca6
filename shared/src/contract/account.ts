import * as z from 'zod/mini'
import { accountMessages } from '../messages/account.ts'
import { dayMessages } from '../messages/days.ts'
import { messages } from '../messages.ts'
import { timeField, timeZoneField, workingDaysField } from './day-inputs.ts'
import { boundedList, nameField, newPasswordField, usedPasswordField } from './fields.ts'
import { notificationKinds } from './notification-kinds.ts'
import { userReply } from './users.ts'

export const emailNotifications = ['instant', 'daily', 'off'] as const

/** The signed-in user's own account. Null: as the organization has it. */
export const accountReply = z.extend(userReply, {
  time_zone: z.nullable(z.string()),
  working_days: z.nullable(z.array(z.number())),
  reminder_time: z.nullable(z.string()),
  reminders: z.boolean(),
  email_notifications: z.enum(emailNotifications),
  /** Kinds of notifications that are in the app only, whatever `email_notifications` says. */
  muted: z.array(z.enum(notificationKinds)),
  /** What counts for the user: their own, or else the organization's. */
  effective: z.object({
    time_zone: z.string(),
    working_days: z.array(z.number()),
    reminder_time: z.string(),
  }),
})
export type Account = z.infer<typeof accountReply>

/** Any of them; what is absent stays. */
export const accountInput = z.object({
  name: z.optional(nameField),
  time_zone: z.optional(z.nullable(timeZoneField)),
  working_days: z.optional(z.nullable(workingDaysField)),
  reminder_time: z.optional(z.nullable(timeField)),
  reminders: z.optional(z.boolean()),
  email_notifications: z.optional(
    z.enum(emailNotifications, { error: dayMessages.emailNotificationsInvalid }),
  ),
  muted: z.optional(
    boundedList(z.enum(notificationKinds, { error: messages.field.invalid('muted') }), {
      max: notificationKinds.length,
      tooMany: messages.field.invalid('muted'),
      invalid: messages.field.invalid('muted'),
    }),
  ),
})
export type AccountInput = z.output<typeof accountInput>

/** The fields of the profile's form. */
export const profileForm = z.object({ name: nameField })
export type ProfileForm = z.infer<typeof profileForm>

export const ownPasswordInput = z.object({
  current_password: usedPasswordField(accountMessages.currentPasswordRequired),
  password: newPasswordField,
})
export type OwnPasswordInput = z.infer<typeof ownPasswordInput>

/** A device on which the user is signed in. */
export const signInReply = z.object({
  id: z.number(),
  created_at: z.string(),
  last_used_at: z.string(),
  address: z.nullable(z.string()),
  device: z.nullable(z.string()),
  is_current: z.boolean(),
})
export type SignIn = z.infer<typeof signInReply>

export const signInsReply = z.array(signInReply)
