import { type Actor, can, type Permission } from '#shared/permissions.ts'
import { refuse } from './refusals.ts'

/** The second check: the route has checked the role, this one checks the thing itself. */
export function authorize<P extends Permission>(
  actor: Actor,
  permission: P,
  thing: Parameters<typeof can<P>>[2],
) {
  if (!can(actor, permission, thing)) throw refuse('forbidden')
}
