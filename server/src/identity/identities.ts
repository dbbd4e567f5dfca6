import type { Context } from '../context.ts'
import type { Db, Trx } from '../db/schema.ts'
import { type ActedBy, emit } from '../events/event.ts'
import { endChallengesOf } from './second-step.ts'

// Who users are at a provider of single sign-on, for the features that name, end or count it. They are linked in
// features/single-sign-on.

/** The oldest first. */
export function findIdentitiesOf(db: Db, userId: number) {
  return db
    .selectFrom('identities')
    .select(['id', 'issuer', 'email', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** As they are named where an account's sign-ins end, which leaves them alone. */
export const nameIdentitiesOf = async (db: Db, userId: number) =>
  (await findIdentitiesOf(db, userId)).map(({ issuer, email }) => ({ issuer, email }))

/** Ends all identities of an account, or the one with this id. Returns false if there is none. */
export async function endIdentities(
  ctx: Context,
  trx: Trx,
  by: ActedBy,
  { userId, id }: { userId: number; id?: number },
): Promise<boolean> {
  const ended = await trx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .$if(id !== undefined, query => query.where('id', '=', id ?? 0))
    .returning(['id', 'issuer'])
    .execute()
  if (ended.length === 0) return false
  // Sign-ins that began with one of them may wait for their last step.
  await trx.deleteFrom('waiting_sign_ons').where('user_id', '=', userId).execute()
  await endChallengesOf(trx, userId)
  for (const identity of ended.sort((one, other) => one.id - other.id))
    await emit(ctx, trx, by, { kind: 'identity.unlinked', userId, identity })
  return true
}

/** Providers spell the slash at the end of their issuer in both ways. */
export const isSameIssuer = (one: string, other: string) =>
  one.replace(/\/$/, '') === other.replace(/\/$/, '')

/** The host, which people know their provider by. */
export const providerInWords = (issuer: string) => (URL.canParse(issuer) ? new URL(issuer).host : issuer)
