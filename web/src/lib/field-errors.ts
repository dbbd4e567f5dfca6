import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiError } from './api-error.ts'

/** Puts the server's sentences under the fields they name. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
) {
  if (!(error instanceof ApiError)) return
  for (const field of fields) {
    const message = error.errors[field]
    if (message) setError(field, { type: 'server', message })
  }
}
