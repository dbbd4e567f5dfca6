import * as z from 'zod/mini'
import { roles } from '../roles.ts'
import { paginationReply } from './pagination.ts'

// A file of its own, without the rules for input: the part of the page that shows it is loaded by few.

/** A deleted account, for the admin who may erase the name and e-mail in it. */
export const deletedUserReply = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  created_at: z.string(),
  removed_at: z.string(),
  is_erased: z.boolean(),
})
export type DeletedUser = z.infer<typeof deletedUserReply>

export const deletedUsersReply = z.object({
  data: z.array(deletedUserReply),
  pagination: paginationReply,
})
export type DeletedUserPage = z.infer<typeof deletedUsersReply>
