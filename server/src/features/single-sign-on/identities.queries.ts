import type { Db, Trx, WaitingSignOnsTable } from '../../db/schema.ts'

type Subject = { issuer: string; subject: string }

/** The account that signs in with it, even if it is deleted. */
export function findIdentity(db: Db, { issuer, subject }: Subject) {
  return db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['identities.id', 'identities.user_id', 'users.deleted_at'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** The identity of a deleted account is taken over: the person has a new one. */
export function saveIdentity(
  trx: Trx,
  row: Subject & { user_id: number; email: string | null; created_at: string },
): Promise<{ id: number }> {
  const { user_id, email, created_at } = row
  return trx
    .insertInto('identities')
    .values({ ...row, last_used_at: null })
    .onConflict(conflict =>
      conflict.columns(['issuer', 'subject']).doUpdateSet({ user_id, email, created_at, last_used_at: null }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
}

export function updateIdentityUse(
  trx: Trx,
  { issuer, subject, ...use }: Subject & { last_used_at: string; email?: string },
) {
  return trx
    .updateTable('identities')
    .set(use)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

export function deleteIdentitiesOf(trx: Trx, userId: number) {
  return trx.deleteFrom('identities').where('user_id', '=', userId).execute()
}

export async function hasDeletedAccount(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('deleted_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertWaiting(trx: Trx, row: WaitingSignOnsTable, now: string): Promise<void> {
  await trx.deleteFrom('waiting_sign_ons').where('expires_at', '<=', now).execute()
  await trx.insertInto('waiting_sign_ons').values(row).execute()
}

export function findWaiting(db: Db, code_hash: string, now: string) {
  return db
    .selectFrom('waiting_sign_ons')
    .select(['user_id', 'sign_on'])
    .where('code_hash', '=', code_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** False if another request was faster. */
export async function takeWaiting(trx: Trx, code_hash: string): Promise<boolean> {
  const taken = await trx
    .deleteFrom('waiting_sign_ons')
    .where('code_hash', '=', code_hash)
    .returning('code_hash')
    .execute()
  return taken.length > 0
}

export function deleteWaitingOf(trx: Trx, userId: number) {
  return trx.deleteFrom('waiting_sign_ons').where('user_id', '=', userId).execute()
}
