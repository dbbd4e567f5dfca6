import type { ListedUser } from '#shared/contract/listed-users.ts'
import type { User } from '#shared/contract/users.ts'

/** Names every field that leaves the server: a column added later stays inside until it is named here. */
export function presentUser({ id, name, email, role, created_at }: User): User {
  return { id, name, email, role, created_at }
}

/** As reviewers see it. */
export function presentListedUser(user: ListedUser): ListedUser {
  return { ...presentUser(user), last_sign_in_at: user.last_sign_in_at }
}
