import type { Role } from '#shared/roles.ts'
import type { Context } from '../context.ts'
import type { Trx } from '../db/schema.ts'
import { refuse } from '../http/refusals.ts'
import { getPasswordHash } from './accounts.ts'
import { findIdentitiesOf, isSameIssuer } from './identities.ts'
import { findKeysOf } from './passkeys.ts'
import { mayUsePassword } from './password-policy.ts'

/** Called after users removed identities or a passkey of their own, in the same transaction. */
export async function assertWayInLeft(
  ctx: Context,
  trx: Trx,
  user: { readonly id: number; readonly role: Role },
): Promise<void> {
  if (!(await hasWayIn(ctx, trx, user))) throw refuse('last_way_in')
}

/** A password counts only where it is accepted, and an identity only at the provider that is set up. */
async function hasWayIn(ctx: Context, trx: Trx, { id, role }: { id: number; role: Role }): Promise<boolean> {
  // A passkey alone signs in.
  if ((await findKeysOf(trx, id)).length > 0) return true
  if ((await getPasswordHash(trx, id)) !== null && (await mayUsePassword(ctx, role))) return true
  const identities = await findIdentitiesOf(trx, id)
  const provider = ctx.config.oidc?.issuer
  return identities.some(({ issuer }) => provider === undefined || isSameIssuer(issuer, provider))
}
