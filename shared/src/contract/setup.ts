import * as z from 'zod/mini'
import { messages } from '../messages.ts'
import { timeZoneField } from './day-inputs.ts'
import { emailField, nameField, newPasswordField } from './fields.ts'

/** What the set-up page sends: no role, since the first account is always an admin. */
export const setupInput = z.object({
  name: nameField,
  email: emailField,
  password: newPasswordField,
  setup_code: z.string({ error: messages.register.adminOnly }),
  /** The organization's; without it, the server's own. */
  time_zone: z.optional(timeZoneField),
})
export type SetupInput = z.output<typeof setupInput>
