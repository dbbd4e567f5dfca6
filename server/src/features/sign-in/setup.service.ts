import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { hasAnyAccount } from '../../identity/accounts.queries.ts'

// The code is kept as a hash in the database, so that every instance accepts the link that any of them
// printed. Each instance has one row: its next start replaces the code of the last.

const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url')
/** By the port it really has: several with PORT=0 on one machine are several. */
const instanceOf = (port: number) => `${hostname()}:${port}`

/** A new code for this start, or undefined when there are accounts and nothing is left to set up. */
export async function issueSetupCode(ctx: Context, port: number): Promise<string | undefined> {
  if (await hasAnyAccount(ctx.db)) return undefined
  const code = randomBytes(24).toString('base64url')
  const row = { code_hash: hashOf(code), created_at: ctx.clock.now().toISOString() }
  await ctx.db
    .insertInto('setup_codes')
    .values({ instance: instanceOf(port), ...row })
    .onConflict(conflict => conflict.column('instance').doUpdateSet(row))
    .execute()
  return code
}

export async function isSetupCode(ctx: Context, code: unknown): Promise<boolean> {
  if (typeof code !== 'string' || code === '') return false
  const row = await ctx.db
    .selectFrom('setup_codes')
    .select('instance')
    .where('code_hash', '=', hashOf(code))
    .executeTakeFirst()
  return row !== undefined && !(await hasAnyAccount(ctx.db))
}

/** This instance is going: its link must not outlive it. */
export async function withdrawSetupCode(ctx: Context, port: number): Promise<void> {
  await ctx.db.deleteFrom('setup_codes').where('instance', '=', instanceOf(port)).execute()
}

export async function closeSetup(db: Db): Promise<void> {
  await db.deleteFrom('setup_codes').execute()
}
