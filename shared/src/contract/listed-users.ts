import * as z from 'zod/mini'
import { added } from './added.ts'
import { userReply } from './users.ts'

/** An account as reviewers see it. */
export const listedUserReply = z.extend(userReply, {
  last_sign_in_at: added(z.nullable(z.string()), null),
  /** Null: as the organization has it, as are the working days. */
  time_zone: added(z.nullable(z.string()), null),
  working_days: added(z.nullable(z.array(z.number())), null),
  /** Today, in their zone, is inside their time off. */
  off_today: added(z.boolean(), false),
})
export type ListedUser = z.infer<typeof listedUserReply>

export const usersReply = z.array(listedUserReply)
