import type { ListedUser } from '#shared/contract/users.ts'
import type { Role } from '#shared/roles.ts'

export const makeUser = (id: number, name: string, role: Role): ListedUser => ({
  id,
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
  role,
  created_at: '2026-01-05T08:00:00.000Z',
  last_sign_in_at: null,
  time_zone: null,
  working_days: null,
  off_today: false,
  teams: [],
  invited: false,
})

/** A small team; 7 is the person that `personOf` makes. */
export const team = (own: Role) => [
  makeUser(1, 'Ada Admin', 'admin'),
  makeUser(2, 'Max Manager', 'manager'),
  makeUser(3, 'Dina Developer', 'developer'),
  makeUser(7, 'Robin Reyes', own),
]
