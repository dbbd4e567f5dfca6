import * as z from 'zod/mini'

/**
 * A field of a reply that the first edition didn't have. The server always sends it, and the API description says so. A
 * page may be newer than its server, during an upgrade or behind a cache: it reads an answer without the field as if
 * this value stood there.
 */
export const added = <Field extends z.ZodMiniType>(
  field: Field,
  absent: z.output<Field> & z.util.NoUndefined<z.output<Field>>,
) => z._default(field, absent)

/** Where the id of a person was added: no account has it. */
export const unknownId = 0
