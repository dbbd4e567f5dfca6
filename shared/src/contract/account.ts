import * as z from 'zod/mini'
import { accountMessages } from '../messages/account.ts'
import { nameField, newPasswordField, usedPasswordField } from './fields.ts'
import { userReply } from './users.ts'

/** The signed-in user's own account. */
export const accountReply = z.extend(userReply, {})
export type Account = z.infer<typeof accountReply>

export const accountInput = z.object({ name: nameField })
export type AccountInput = z.infer<typeof accountInput>

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
