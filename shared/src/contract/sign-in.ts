import * as z from 'zod/mini'
import { messages } from '../messages.ts'
import {
  confirmPasswordField,
  currentPasswordField,
  emailField,
  endIdentitiesField,
  nameField,
  newPasswordField,
  roleField,
  timeZoneField,
} from './fields.ts'
import { invitationReply } from './invitations.ts'
import { added } from './replies.ts'
import { namedTeamReply, teamIdsField } from './teams.ts'
import { meReply, userReply } from './users.ts'

export const loginInput = z.object({ email: emailField, password: currentPasswordField })
export type LoginInput = z.infer<typeof loginInput>

/** `second_step`: until the user has set one up, every other call is refused. */
export const signedInReply = z.object({
  token: z.string(),
  user: meReply,
  second_step: z.optional(z.literal('required')),
})
export type SignedInReply = z.infer<typeof signedInReply>

/** `open` is true while there is no account, so that the first one can be created. */
export const setupStateReply = z.object({ open: z.boolean() })

type Passwords = { password: string; confirmPassword: string }
/** Without `when`, zod would run this check only if all other fields are valid. */
export const passwordsMatch = z.refine<Passwords>(form => form.password === form.confirmPassword, {
  error: messages.users.passwordsMustMatch,
  path: ['confirmPassword'],
  when: ({ value }) => (value as Passwords).confirmPassword !== '',
})

/** The form of the set-up page. The confirmation of the password isn't sent. */
export const setupForm = z
  .object({
    name: nameField,
    email: emailField,
    password: newPasswordField,
    confirmPassword: confirmPasswordField,
  })
  .check(passwordsMatch)
export type SetupForm = z.infer<typeof setupForm>

/** The payload of a token. The browser reads only `exp`, in seconds. */
export type TokenPayload = { sub: string; sid: string; exp: number }

/** The set-up page sends no role, because the first account is always an admin. */
export const setupInput = z.object({
  name: nameField,
  email: emailField,
  password: newPasswordField,
  setup_code: z.string({ error: messages.signIn.registerAdminOnly }),
  /** The organization's time zone. Without it, the server's is used. */
  time_zone: z.optional(timeZoneField),
})
export type SetupInput = z.output<typeof setupInput>

// Links that work once: invitations and new passwords.

const codeField = z.string({ error: messages.fields.required('code') })
export const codeQuery = z.object({ code: codeField })
/** The account whose password is chosen through a link. */
export const codeAccountReply = z.object({ name: z.string(), email: z.string() })
export type CodeAccount = z.infer<typeof codeAccountReply>
/** A new password, with the code of a link. */
export const codePasswordInput = z.object({ code: codeField, password: newPasswordField })

/** For a forgotten password. */
export const resetPasswordInput = z.extend(codePasswordInput, { end_identities: endIdentitiesField })
export type ResetPasswordInput = z.infer<typeof resetPasswordInput>
export type CodePasswordInput = z.infer<typeof codePasswordInput>

export const forgotInput = z.object({ email: emailField })
/** Settings that the pages need before a sign-in. */
export const authOptionsReply = z.object({
  email_enabled: z.boolean(),
  /** Whether passkeys work here and any account has one, so that the browser may offer one. */
  passkeys: added(z.boolean(), false),
  /** The provider of single sign-on; null if there is none. */
  oidc: added(z.nullable(z.object({ name: z.string() })), null),
})

/** What a reviewer sends to create an account. */
export const registerInput = z.object({
  name: nameField,
  email: emailField,
  password: newPasswordField,
  role: roleField,
  team_ids: teamIdsField,
})
export type RegisterInput = z.infer<typeof registerInput>

/** Only the first account gets a `token`. `invitation` is sent if the request asked for one. */
export const registerReply = z.object({
  token: z.optional(z.string()),
  /** `last_sign_in_at` is sent to reviewers, as in the list of users. */
  user: z.extend(userReply, {
    last_sign_in_at: z.optional(z.nullable(z.string())),
    teams: z.optional(z.array(namedTeamReply)),
    /** Sent to the first account, as in every sign-in. */
    sees_only_teams: z.optional(z.boolean()),
    second_step: z.optional(z.literal('required')),
  }),
  invitation: z.optional(invitationReply),
})
