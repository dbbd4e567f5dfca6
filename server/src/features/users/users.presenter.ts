import type { User } from '#shared/contract/users.ts'

/** Names every field that leaves the server: a column added later stays inside until it is named here. */
export function presentUser({ id, name, email, role, created_at }: User): User {
  return { id, name, email, role, created_at }
}
