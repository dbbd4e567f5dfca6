import { createHash, randomBytes } from 'node:crypto'
import { limits } from '#shared/limits.ts'
import type { Db, Trx } from '../db/schema.ts'
import { bareCode, typedCode } from './typed-code.ts'

// A recovery code replaces the second step once. It has 80 random bits, so a fast hash is enough.

const codeLength = 16

const hashCode = (userId: number, code: string) =>
  createHash('sha256')
    .update(`${userId} ${bareCode(code)}`)
    .digest('base64url')

/** Makes new codes, and the earlier ones stop working. */
export async function replaceRecoveryCodes(trx: Trx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, () => typedCode(randomBytes(codeLength)))
  await deleteRecoveryCodes(trx, userId)
  await trx
    .insertInto('recovery_codes')
    .values(codes.map(code => ({ hash: hashCode(userId, code), user_id: userId })))
    .execute()
  return codes
}

/** Returns false for a wrong code, and for one that was used before. */
export async function consumeRecoveryCode(trx: Trx, userId: number, code: string): Promise<boolean> {
  const used = await trx
    .deleteFrom('recovery_codes')
    .where('hash', '=', hashCode(userId, code))
    .returning('user_id')
    .execute()
  return used.length > 0
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteRecoveryCodes(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}
