import { can, type ScopedActor } from '#shared/permissions.ts'
import { type Role, reviewers } from '#shared/roles.ts'
import type { Trx } from '../db/schema.ts'
import { endInvitationsTo } from './one-time-codes.ts'

/**
 * A reviewer may have copied invitation links. Links to accounts that they may no longer invite stop working, because
 * such a link opens an account with more rights than their own. `after` is undefined if the account is deleted.
 */
export async function withdrawInvitations(
  trx: Trx,
  before: ScopedActor,
  after: ScopedActor | undefined,
): Promise<void> {
  const invites = (by: ScopedActor | undefined, role: Role) =>
    by !== undefined && can(by, 'user.invite', { role })
  const lost = reviewers.filter(role => invites(before, role) && !invites(after, role))
  if (lost.length > 0) await endInvitationsTo(trx, lost)
}
