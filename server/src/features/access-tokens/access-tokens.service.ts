import type { AccessToken, AccessTokenInput, NewAccessToken } from '#shared/contract/access-tokens.ts'
import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { emit, type Listener } from '../../events/event.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { actAs, assertStillAllowed } from '../../identity/acting-user.ts'
import {
  countAccessTokensOf,
  deleteAccessTokensOf,
  generateAccessToken,
  hashAccessToken,
} from '../../identity/user-of-token.ts'
import { deleteExpiredTokensOf, deleteToken, findTokensOf, insertToken } from './access-tokens.queries.ts'

const day = 24 * 3_600_000

export const listTokens = (ctx: Context, { id }: SignedIn): Promise<AccessToken[]> => findTokensOf(ctx.db, id)

/** Expired tokens are listed until the next one is made. */
export function createToken(
  ctx: Context,
  actor: SignedIn,
  { name, scope, expires_in_days }: AccessTokenInput,
): Promise<NewAccessToken> {
  const now = ctx.clock.now().getTime()
  const token = generateAccessToken()
  return groupCommit(ctx.db, async trx => {
    // Without the lock, two requests at once could both find room for one more.
    await lockRow(trx, 'users', actor.id)
    const acting = await assertStillAllowed(trx, actor, 'signedIn')
    await deleteExpiredTokensOf(trx, actor.id, toInstant(now))
    if ((await countAccessTokensOf(trx, actor.id, toInstant(now))) >= limits.accessTokensMax)
      throw refuse('too_many_tokens')
    const row = await insertToken(trx, {
      user_id: actor.id,
      name,
      scope,
      hash: hashAccessToken(token),
      ending: token.slice(-4),
      created_at: toInstant(now),
      expires_at: expires_in_days === null ? null : toInstant(now + expires_in_days * day),
    })
    await emit(ctx, trx, acting, { kind: 'token.created', userId: acting.id, token: row })
    return { ...row, token }
  })
}

/** The tokens of other users are not found. */
export function endToken(ctx: Context, actor: SignedIn, id: number): Promise<void> {
  return actAs(ctx, actor, 'signedIn', async (trx, acting) => {
    if (!(await deleteToken(trx, { id, userId: actor.id }))) throw refuse('access_token_not_found')
    await emit(ctx, trx, acting, { kind: 'token.deleted', userId: actor.id, tokenId: id })
  })
}

/** The tokens of an account end with it. */
export const accessTokensListener: Listener = async (ctx, trx, event) => {
  if (event.kind !== 'user.deleted') return
  await deleteAccessTokensOf(trx, event.userId, ctx.clock.now().toISOString())
}
