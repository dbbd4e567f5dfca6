import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { hasAnyAccount } from '../../identity/accounts.queries.ts'

// The database stores a hash of the code, so that every instance accepts a link that another one printed. Each instance
// has one row, which its next start replaces.

const hashCode = (code: string) => createHash('sha256').update(code).digest('base64url')
/** The actual port distinguishes several instances with PORT=0 on one machine. */
const getInstanceName = (port: number) => `${hostname()}:${port}`

/** Issues a new code for this start. Returns undefined if there is an account, because then set-up is done. */
export async function issueSetupCode(ctx: Context, port: number): Promise<string | undefined> {
  if (await hasAnyAccount(ctx.db)) return undefined
  const code = randomBytes(24).toString('base64url')
  const row = { code_hash: hashCode(code), created_at: ctx.clock.now().toISOString() }
  await ctx.db
    .insertInto('setup_codes')
    .values({ instance: getInstanceName(port), ...row })
    .onConflict(conflict => conflict.column('instance').doUpdateSet(row))
    .execute()
  return code
}

export async function isSetupCode(ctx: Context, code: unknown): Promise<boolean> {
  if (typeof code !== 'string' || code === '') return false
  const row = await ctx.db
    .selectFrom('setup_codes')
    .select('instance')
    .where('code_hash', '=', hashCode(code))
    .executeTakeFirst()
  return row !== undefined && !(await hasAnyAccount(ctx.db))
}

/** Called when the instance stops, so that its link stops working too. */
export async function withdrawSetupCode(ctx: Context, port: number): Promise<void> {
  await ctx.db.deleteFrom('setup_codes').where('instance', '=', getInstanceName(port)).execute()
}

export async function deleteSetupCodes(db: Db): Promise<void> {
  await db.deleteFrom('setup_codes').execute()
}
