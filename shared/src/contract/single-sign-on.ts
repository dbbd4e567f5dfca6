import * as z from 'zod/mini'
import { messages } from '../messages.ts'
import { usedPasswordField } from './fields.ts'
import { paginationReply } from './replies.ts'

/** The page that was open before. Anything but a path of the app, or one that is too long, counts as absent. */
export const signOnQuery = z.object({ to: z.optional(z.string()) })

/** Whether the provider can be reached, and whether passwords are accepted from everyone. */
export const signOnStatusReply = z.object({ available: z.boolean(), passwords: z.boolean() })
export type SignOnStatus = z.infer<typeof signOnStatusReply>

/** `password` only if it was asked for. */
export const signOnSessionInput = z.object({
  password: z.optional(usedPasswordField(messages.users.passwordRequired)),
})
export type SignOnSessionInput = z.output<typeof signOnSessionInput>

/** Confirms with the own password, if there is one. */
export const linkIdentityInput = z.object({
  password: z.optional(usedPasswordField(messages.account.currentPasswordRequired)),
})
export type LinkIdentityInput = z.output<typeof linkIdentityInput>

/** Where the browser goes next: a page of the provider. */
export const linkIdentityReply = z.object({ url: z.string() })

export const identityReply = z.object({
  id: z.number(),
  issuer: z.string(),
  /** The email that the provider told last. */
  email: z.nullable(z.string()),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
})
export type Identity = z.infer<typeof identityReply>

/** All on one page, the oldest first. */
export const identitiesReply = z.object({ data: z.array(identityReply), pagination: paginationReply })
