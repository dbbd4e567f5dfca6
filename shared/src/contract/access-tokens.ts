import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { requiredText } from './fields.ts'

/** `read` may only read what its user may read; `write` may do almost all that its user may do. */
export const tokenScopes = ['read', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** In days. Null: never expires. */
export const tokenLifetimes = [30, 90, 365, null] as const

export const accessTokenInput = z.object({
  name: requiredText('Name', messages.accessTokens.nameRequired, limits.accessTokenNameMax),
  scope: z.enum(tokenScopes, { error: messages.accessTokens.scopeUnknown }),
  expires_in_days: z.literal(tokenLifetimes, { error: messages.accessTokens.lifetimeUnknown }),
})
export type AccessTokenInput = z.output<typeof accessTokenInput>

export const accessTokenReply = z.object({
  id: z.number(),
  name: z.string(),
  scope: z.enum(tokenScopes),
  /** Null: it never expires. */
  expires_at: z.nullable(z.string()),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
  /** The last four characters. */
  ending: z.string(),
})
export type AccessToken = z.infer<typeof accessTokenReply>

/** The newest first. */
export const accessTokensReply = z.array(accessTokenReply)

/** The only answer that has the token. */
export const newAccessTokenReply = z.extend(accessTokenReply, { token: z.string() })
export type NewAccessToken = z.infer<typeof newAccessTokenReply>
