import * as z from 'zod/mini'
import { linkPages } from '../messages/links.ts'
import { messages } from '../messages.ts'
import { emailField, nameField, newPasswordField, roleField } from './fields.ts'
import { userReply } from './users.ts'

// Links that work once. Apart from sign-in, so that the login page does not bring them along.

/** What a reviewer sends to create an account whose user chooses the password, through a link. */
export const inviteInput = z.object({
  name: nameField,
  email: emailField,
  role: roleField,
  invite: z.literal(true),
  password: z.optional(z.never({ error: linkPages.withPassword })),
})
export type InviteInput = z.infer<typeof inviteInput>

/** `emailed`: the link was also queued as a mail. */
export const invitationReply = z.object({ link: z.string(), expires_at: z.string(), emailed: z.boolean() })
export type Invitation = z.infer<typeof invitationReply>
export const newInvitationReply = z.object({ invitation: invitationReply })
/** Null once the link has expired or was withdrawn. */
export const currentInvitationReply = z.object({ invitation: z.nullable(invitationReply) })

const codeField = z.string({ error: messages.field.required('code') })
export const codeQuery = z.object({ code: codeField })
/** Whose password a link chooses. */
export const codeAccountReply = z.object({ name: z.string(), email: z.string() })
export type CodeAccount = z.infer<typeof codeAccountReply>
/** A new password, with the code of a link. */
export const codePasswordInput = z.object({ code: codeField, password: newPasswordField })
export type CodePasswordInput = z.infer<typeof codePasswordInput>

export const forgotInput = z.object({ email: emailField })
/** What the pages before a sign-in need to know. */
export const authOptionsReply = z.object({ email_enabled: z.boolean() })

/** A token comes back only when this was the set-up, an invitation when one was asked for. */
export const registerReply = z.object({
  token: z.optional(z.string()),
  /** Answered to a reviewer, as in the list of users. */
  user: z.extend(userReply, { last_sign_in_at: z.optional(z.nullable(z.string())) }),
  invitation: z.optional(invitationReply),
})
