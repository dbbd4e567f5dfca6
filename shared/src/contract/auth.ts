import * as z from 'zod/mini'
import { messages } from '../messages.ts'
import {
  confirmPasswordField,
  currentPasswordField,
  emailField,
  nameField,
  newPasswordField,
  roleField,
} from './fields.ts'
import { userReply } from './users.ts'

export const loginInput = z.object({ email: emailField, password: currentPasswordField })
export type LoginInput = z.infer<typeof loginInput>

export const signedInReply = z.object({ token: z.string(), user: userReply })
export type SignedInReply = z.infer<typeof signedInReply>

/** What a reviewer sends to create an account. */
export const registerInput = z.object({
  name: nameField,
  email: emailField,
  password: newPasswordField,
  role: roleField,
})
export type RegisterInput = z.infer<typeof registerInput>

/** Is the way to the first account still open? */
export const setupStateReply = z.object({ open: z.boolean() })

type Passwords = { password: string; confirmPassword: string }
/** Shown even while other fields are still wrong, hence `when`. */
export const passwordsMatch = z.refine<Passwords>(form => form.password === form.confirmPassword, {
  error: messages.user.passwordsMustMatch,
  path: ['confirmPassword'],
  when: ({ value }) => (value as Passwords).confirmPassword !== '',
})

/** The set-up page's own fields; the confirmation is never sent. */
export const setupForm = z
  .object({
    name: nameField,
    email: emailField,
    password: newPasswordField,
    confirmPassword: confirmPasswordField,
  })
  .check(passwordsMatch)
export type SetupForm = z.infer<typeof setupForm>

/** Token payload: `exp` in seconds is what the browser reads; the rest is the server's. */
export type TokenPayload = { sub: string; sid: string; exp: number }
