import { can, type Permission } from '#shared/permissions.ts'
import type { SignedIn } from './plugins/access.ts'
import { refuse } from './refusals.ts'

/** The second check of a permission: the route has checked the role, and this checks the thing itself. */
export function authorize<P extends Permission>(...[actor, permission, thing]: Parameters<typeof can<P>>) {
  if (!can(actor, permission, thing)) throw refuse('forbidden')
}

/** Refuses an access token, for a part of a call that declares `needsSignInTo`. */
export function refuseToken({ accessToken }: Pick<SignedIn, 'accessToken'>) {
  if (accessToken) throw refuse('sign_in_needed')
}
