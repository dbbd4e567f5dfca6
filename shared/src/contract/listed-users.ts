import * as z from 'zod/mini'
import { userReply } from './users.ts'

/** An account as reviewers see it. */
export const listedUserReply = z.extend(userReply, { last_sign_in_at: z.nullable(z.string()) })
export type ListedUser = z.infer<typeof listedUserReply>

export const usersReply = z.array(listedUserReply)
