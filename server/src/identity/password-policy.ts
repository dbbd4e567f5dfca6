import type { Role } from '#shared/roles.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { refuse } from '../http/refusals.ts'

// With OIDC_ONLY, passwords are refused. Those of administrators still work, and a command lets everyone use theirs again
// when the provider is broken for long.

const name = 'password_login'

export async function setPasswordLogin(db: Db, isOn: boolean): Promise<void> {
  await db.deleteFrom('shared_values').where('name', '=', name).execute()
  if (isOn) await db.insertInto('shared_values').values({ name, value: 'on' }).execute()
}

/** Whether a user with this role can sign in with a password. Without a role: a user of whom nothing is known. */
export async function mayUsePassword({ config, db }: Context, role?: Role): Promise<boolean> {
  if (!config.oidc?.isOnly || role === 'admin') return true
  const row = await db.selectFrom('shared_values').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value === 'on'
}

/** Refuses with the name of the provider, which is the way to sign in instead. */
export const passwordRefused = ({ config }: Context) =>
  refuse('password_sign_in_off', config.oidc?.name ?? '')

export async function assertMayUsePassword(ctx: Context, role?: Role): Promise<void> {
  if (!(await mayUsePassword(ctx, role))) throw passwordRefused(ctx)
}
