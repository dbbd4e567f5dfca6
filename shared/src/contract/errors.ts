import * as z from 'zod/mini'
import type { FailureCode } from '../failure-codes.ts'

/** The one body of every failure. Most screens read `msg`, the task screens `error`: both say the same. */
export const failureReply = z.object({
  msg: z.string(),
  error: z.string(),
  /** What clients compare. Read as any text: a page that was loaded before an update meets codes that it doesn't know. */
  code: z.string() as z.ZodMiniType<FailureCode, string>,
  /** Sentences by field, such as `task_details.0.hours`. */
  errors: z.optional(z.record(z.string(), z.string())),
  /** On a 500: what to look for in the log. */
  request_id: z.optional(z.string()),
})
export type Failure = z.infer<typeof failureReply>

/** Answers that say no more than a sentence. */
export const messageReply = z.object({ msg: z.string() })

/** The first sentence for every field of a failed check, keyed by the field's path. */
export function fieldErrors(issues: readonly { path: readonly PropertyKey[]; message: string }[]) {
  const errors: Record<string, string> = {}
  for (const issue of issues) {
    const path = issue.path.map(String).join('.')
    if (path !== '') errors[path] ??= issue.message
  }
  return errors
}
