import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import type { Role } from '#shared/roles.ts'
import type { Context } from '../context.ts'
import type { Db, OneTimeCodesTable, Trx } from '../db/schema.ts'

// A code is derived from the server's key and a random id. So a mail can be written later, although the database stores
// only the id and a hash of the code.

export type CodeKind = OneTimeCodesTable['kind']

const lifeMs = { invitation: limits.invitationDays * 86_400_000, reset: limits.resetMinutes * 60_000 }

const hashCode = (code: string) => createHash('sha256').update(code).digest('base64url')

/** Issues a code, and the earlier one stops working. The same id yields the same code again. */
export async function issueCode(ctx: Context, db: Db, userId: number, kind: CodeKind, id?: string) {
  const { code, row } = newCode(ctx, kind, id)
  await db
    .insertInto('one_time_codes')
    .values({ user_id: userId, kind, ...row })
    .onConflict(conflict => conflict.columns(['user_id', 'kind']).doUpdateSet(row))
    .execute()
  return { code, expires_at: row.expires_at }
}

/** Issues codes for accounts that were just created and have none, in the order of `userIds`. */
export async function issueFirstCodes(ctx: Context, trx: Trx, userIds: readonly number[], kind: CodeKind) {
  const codes = userIds.map(user_id => ({ user_id, ...newCode(ctx, kind) }))
  await trx
    .insertInto('one_time_codes')
    .values(codes.map(({ user_id, row }) => ({ user_id, kind, ...row })))
    .execute()
  return codes.map(({ row, code }) => ({ code, expires_at: row.expires_at }))
}

function newCode(ctx: Context, kind: CodeKind, id = randomBytes(32).toString('base64url')) {
  const code = deriveCode(ctx, kind, id)
  const expires_at = toInstant(ctx.clock.now().getTime() + lifeMs[kind])
  return { code, row: { id, code_hash: hashCode(code), expires_at } }
}

/** Returns the valid code, or undefined if there is none or the server's key has changed since. */
export async function findCurrentCode(ctx: Context, userId: number, kind: CodeKind) {
  const row = await ctx.db
    .selectFrom('one_time_codes')
    .innerJoin('users', 'users.id', 'one_time_codes.user_id')
    .select(['one_time_codes.id', 'code_hash', 'expires_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('expires_at', '>', ctx.clock.now().toISOString())
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const code = deriveCode(ctx, kind, row.id)
  return isSame(hashCode(code), row.code_hash) ? { code, expires_at: row.expires_at } : undefined
}

/** Finds the user of a valid code. */
export async function findByCode(ctx: Context, db: Db, kind: CodeKind, code: string) {
  const row = await db
    .selectFrom('one_time_codes')
    .innerJoin('users', 'users.id', 'one_time_codes.user_id')
    .select(['users.id', 'users.name', 'users.email', 'users.role', 'users.password_hash', 'code_hash'])
    .where('code_hash', '=', hashCode(code))
    .where('kind', '=', kind)
    .where('expires_at', '>', ctx.clock.now().toISOString())
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && isSame(hashCode(code), row.code_hash) ? row : undefined
}

/** Ends all links of an account whose password was set, whose e-mail or role changed, or which was deleted. */
export async function endCodesOf(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('one_time_codes').where('user_id', '=', userId).execute()
  // A retry of the mail would issue the same link again, and that link would work.
  await trx
    .deleteFrom('jobs')
    .where('kind', '=', resetMailKind)
    .where('key', '=', ({ selectFrom }) => selectFrom('users').select('email').where('id', '=', userId))
    .execute()
}

/** Ends the open invitations of users with these roles. A reviewer can create new links. */
export async function endInvitationsTo(trx: Trx, roles: readonly Role[]): Promise<void> {
  await trx
    .deleteFrom('one_time_codes')
    .where('kind', '=', 'invitation')
    .where('user_id', 'in', trx.selectFrom('users').select('id').where('role', 'in', roles))
    .execute()
}

/** The job that mails the link for a forgotten password, with the e-mail as its key. */
export const resetMailKind = 'password.forgot'

const deriveCode = (ctx: Context, kind: CodeKind, id: string) => ctx.tokens.derive(`${kind} ${id}`)

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
