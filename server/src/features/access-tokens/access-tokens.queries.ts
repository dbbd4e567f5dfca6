import type { AccessToken } from '#shared/contract/access-tokens.ts'
import type { Db, Trx } from '../../db/schema.ts'

const shown = ['id', 'name', 'scope', 'expires_at', 'created_at', 'last_used_at', 'ending'] as const

export function findTokensOf(db: Db, userId: number): Promise<AccessToken[]> {
  return db
    .selectFrom('access_tokens')
    .select(shown)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
}

type NewToken = Pick<AccessToken, 'name' | 'scope' | 'expires_at' | 'created_at' | 'ending'> & {
  user_id: number
  hash: string
}

export function insertToken(trx: Trx, row: NewToken): Promise<AccessToken> {
  return trx.insertInto('access_tokens').values(row).returning(shown).executeTakeFirstOrThrow()
}

export async function deleteToken(
  trx: Trx,
  { id, userId }: { id: number; userId: number },
): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('access_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return deleted.length > 0
}

export function deleteExpiredTokensOf(trx: Trx, userId: number, now: string) {
  return trx
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .where('expires_at', '<=', now)
    .execute()
}

/** Finds tokens that expire until `until`, whose users haven't been told. */
export function findExpiring(trx: Trx, { until, limit }: { until: string; limit: number }) {
  return trx
    .selectFrom('access_tokens')
    .select(['id', 'user_id', 'name', 'expires_at'])
    .where('notified_at', 'is', null)
    .where('expires_at', '<=', until)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
}

export function markNotified(trx: Trx, ids: readonly number[], notified_at: string) {
  return trx.updateTable('access_tokens').set({ notified_at }).where('id', 'in', ids).execute()
}
