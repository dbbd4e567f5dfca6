import * as z from 'zod/mini'
import { messages } from '../messages.ts'
import { emailField, nameField, roleField } from './fields.ts'
import { teamIdsField } from './teams.ts'

/** What a reviewer sends to create an account whose user chooses the password through a link. */
export const inviteInput = z.object({
  name: nameField,
  email: emailField,
  role: roleField,
  team_ids: teamIdsField,
  invite: z.literal(true),
  password: z.optional(z.never({ error: messages.invitations.withPassword })),
})
export type InviteInput = z.infer<typeof inviteInput>

/** `emailed` is true if the link was also queued as a mail. */
export const invitationReply = z.object({ link: z.string(), expires_at: z.string(), emailed: z.boolean() })
export type Invitation = z.infer<typeof invitationReply>
export const newInvitationReply = z.object({ invitation: invitationReply })
/** Null if the link has expired or was withdrawn. */
export const currentInvitationReply = z.object({ invitation: z.nullable(invitationReply) })
