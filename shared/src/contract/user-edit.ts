import * as z from 'zod/mini'
import { timeZoneField, workingDaysField } from './day-inputs.ts'
import { userInput } from './users.ts'

/** What a reviewer changes of an account. Zone and working days: null is as the organization has it, absent stays. */
export const userEditInput = z.extend(userInput, {
  time_zone: z.optional(z.nullable(timeZoneField)),
  working_days: z.optional(z.nullable(workingDaysField)),
})
export type UserEditInput = z.output<typeof userEditInput>
