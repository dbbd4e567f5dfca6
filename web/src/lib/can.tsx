import { createContext, type ReactNode, use } from 'react'
import type { Me } from '#shared/contract/users.ts'
import { can, type Permission } from '#shared/permissions.ts'

/** The signed-in user, for every screen and feature; only the sign-in feature sets it. */
export const ActorContext = createContext<Me | null>(null)

export const useActor = () => use(ActorContext)

type CanProps = {
  do: Permission
  children: ReactNode
  /** Shown to users without the permission. */
  otherwise?: ReactNode
}

/** Shows its content to users with the permission. It only hides: the server enforces. */
export function Can({ do: permission, children, otherwise = null }: CanProps) {
  const actor = useActor()
  return actor && can(actor, permission) ? children : otherwise
}
