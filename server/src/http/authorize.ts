import { type Actor, can, type Permission } from '#shared/permissions.ts'
import { refuse } from './refusals.ts'

/** The second look: the route let this role in, now the thing itself is known. */
export function authorize<P extends Permission>(
  actor: Actor,
  permission: P,
  thing: Parameters<typeof can<P>>[2],
) {
  if (!can(actor, permission, thing)) throw refuse('forbidden')
}
