import * as z from 'zod/mini'
import { userReply } from './users.ts'

/** An account as reviewers see it. */
export const listedUserReply = z.extend(userReply, {
  last_sign_in_at: z.nullable(z.string()),
  /** Null: as the organization has it, as are the working days. */
  time_zone: z.nullable(z.string()),
  working_days: z.nullable(z.array(z.number())),
  /** Today, in their zone, is inside their time off. */
  off_today: z.boolean(),
})
export type ListedUser = z.infer<typeof listedUserReply>

export const usersReply = z.array(listedUserReply)
