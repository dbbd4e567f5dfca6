import type { ListedUser } from '#shared/contract/listed-users.ts'
import type { User } from '#shared/contract/users.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { lastOf, readSchedule } from '../settings/settings.service.ts'

/** Names every field that leaves the server: a column added later stays inside until it is named here. */
export function presentUser({ id, name, email, role, created_at, invited }: User): User {
  // SQLite answers 0 and 1.
  return { id, name, email, role, created_at, invited: Boolean(invited) }
}

/** Who has signed in has a password. */
export const presentSignedIn = (actor: SignedIn): User => presentUser({ ...actor, invited: false })

/** A reviewer has just made it. */
export const presentNewUser = (user: User): ListedUser =>
  presentListedUser({ ...user, last_sign_in_at: null, time_zone: null, working_days: null }, false)

type ListedRow = User & {
  last_sign_in_at: string | null
  time_zone: string | null
  /** As it is stored. */
  working_days: string | null
}

/** As reviewers see it. */
export function presentListedUser(user: ListedRow, isOff: boolean): ListedUser {
  const days = lastOf(readSchedule(user.working_days) ?? [])
  return {
    ...presentUser(user),
    last_sign_in_at: user.last_sign_in_at,
    time_zone: user.time_zone,
    working_days: days && [...days],
    off_today: isOff,
  }
}
