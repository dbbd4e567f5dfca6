import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form'
import * as z from 'zod/mini'
import { fieldErrors } from '#shared/contract/errors.ts'

/** A form's check, by the schema that the server applies too. What passes is sent as the schema reads it. */
export const checkBy =
  <Values extends FieldValues, Checked>(
    schema: z.core.$ZodType<Checked, Values>,
  ): Resolver<Values, unknown, Checked> =>
  values => {
    const checked = z.safeParse(schema, values)
    return checked.success ? { values: checked.data, errors: {} } : refusal(checked.error)
  }

/** The same, but what passes is sent as typed: the server reads the same text by the same schema. */
export const checkAsTyped =
  <Values extends FieldValues>(schema: z.core.$ZodType): Resolver<Values> =>
  values => {
    const checked = z.safeParse(schema, values)
    return checked.success ? { values, errors: {} } : refusal(checked.error)
  }

function refusal<Values extends FieldValues>(error: z.core.$ZodError) {
  const errors: FieldErrors<Values> = {}
  for (const [field, message] of Object.entries(fieldErrors(error.issues))) {
    set(errors, field, { type: 'check', message })
  }
  return { values: {}, errors }
}
