import type { z } from 'zod/mini'
import { fieldErrors } from '#shared/contract/errors.ts'
import { refuseInput } from './refusals.ts'

/** Validates bodies whose schema depends on the user. All other bodies are validated by the schema of their route. */
export function validate<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw refuseInput(fieldErrors(result.error.issues))
  return result.data
}

/** Whether a body may be missing. */
export const isOptional = (schema: z.ZodMiniType | undefined) => schema?.safeParse(undefined).success ?? false
