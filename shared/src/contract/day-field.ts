import * as z from 'zod/mini'
import { isDay } from '../dates.ts'
import { messages } from '../messages.ts'

/** A calendar day such as 2026-03-31. */
export function dayField(required: string) {
  return z
    .string({ error: required })
    .check(z.minLength(1, { error: required }), z.refine(isDay, { error: messages.report.dateInvalid }))
}
