import type { Role } from './roles.ts'

type Account = { email: string; role: Role }

/**
 * Whether a change of an account ends the links that choose its password. They were sent to the e-mail before, and a reviewer
 * who copied one may not be allowed to open an account of the new role.
 */
export const endsLinks = (before: Account, after: Account) =>
  before.email !== after.email || before.role !== after.role
