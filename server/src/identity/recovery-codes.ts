import { createHash, randomInt } from 'node:crypto'
import { limits } from '#shared/limits.ts'
import type { Db, Trx } from '../db/schema.ts'

// A recovery code replaces the second step once. It has 80 random bits, so a fast hash is enough.

/** Without letters and digits that look alike. */
const letters = '23456789abcdefghijkmnpqrstuvwxyz'
const groups = 4
const groupLength = 4

function generateCode(): string {
  const group = () => Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** Capital letters, and hyphens or none, are the same code. */
const hashCode = (userId: number, code: string) =>
  createHash('sha256')
    .update(`${userId} ${code.toLowerCase().replaceAll('-', '')}`)
    .digest('base64url')

/** Makes new codes, and the earlier ones stop working. */
export async function replaceRecoveryCodes(trx: Trx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, generateCode)
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
