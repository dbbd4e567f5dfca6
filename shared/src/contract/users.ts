import * as z from 'zod/mini'
import { roles } from '../roles.ts'
import { added } from './added.ts'
import { emailField, nameField, newPasswordField, pageQuery, roleField } from './fields.ts'

/** An account, with the same fields for every user who may see it. */
export const userReply = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  created_at: z.string(),
  invited: added(z.boolean(), false),
})
export type User = z.infer<typeof userReply>

export const deletedUsersQuery = z.object(pageQuery())
export type DeletedUsersQuery = z.infer<typeof deletedUsersQuery>

export const userInput = z.object({ name: nameField, email: emailField, role: roleField })
export type UserInput = z.infer<typeof userInput>

export const passwordInput = z.object({ password: newPasswordField })

/** An unknown role in a path names nothing: 404. */
export const rolePath = z.object({ role: z.enum(roles) })
