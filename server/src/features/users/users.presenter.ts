import type { ListedUser } from '#shared/contract/listed-users.ts'
import type { User } from '#shared/contract/users.ts'
import type { SignedIn } from '../../http/plugins/access.ts'

/** Names every field that leaves the server: a column added later stays inside until it is named here. */
export function presentUser({ id, name, email, role, created_at, invited }: User): User {
  // SQLite answers 0 and 1.
  return { id, name, email, role, created_at, invited: Boolean(invited) }
}

/** Who has signed in has a password. */
export const presentSignedIn = (actor: SignedIn): User => presentUser({ ...actor, invited: false })

/** A reviewer has just made it. */
export const presentNewUser = (user: User): ListedUser =>
  presentListedUser({ ...user, last_sign_in_at: null })

/** As reviewers see it. */
export function presentListedUser(user: ListedUser): ListedUser {
  return { ...presentUser(user), last_sign_in_at: user.last_sign_in_at }
}
