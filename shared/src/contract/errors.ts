import * as z from 'zod/mini'
import type { FailureCode } from '../failure-codes.ts'

/** The body of every failure. `msg` and `error` are equal, because the task screens read `error` and all others `msg`. */
export const failureReply = z.object({
  msg: z.string(),
  error: z.string(),
  /** Clients compare it. Any text is accepted, because a page that was loaded before an update can get unknown codes. */
  code: z.string() as z.ZodMiniType<FailureCode, string>,
  /** Messages by field, such as `task_details.0.hours`. */
  errors: z.optional(z.record(z.string(), z.string())),
  /** Sent if a sign-in needs a second step: what answers it, and how. */
  challenge: z.optional(z.string()),
  methods: z.optional(z.array(z.enum(['totp', 'passkey', 'recovery_code']))),
  /** Sent with a wrong answer to a challenge. */
  tries_left: z.optional(z.number()),
  /** Sent with status 500, to find the failure in the log. */
  request_id: z.optional(z.string()),
})
export type Failure = z.infer<typeof failureReply>

/** A reply with only a message. */
export const messageReply = z.object({ msg: z.string() })

/** `keys`: the fields that don't exist. The message names the first one. */
type Issue = { path: readonly PropertyKey[]; message: string; keys?: readonly PropertyKey[] }

/** The first message for every field of a failed check, by the field's path. */
export function fieldErrors(issues: readonly Issue[]) {
  const errors: Record<string, string> = {}
  for (const issue of issues) {
    const path = [...issue.path, ...(issue.keys?.slice(0, 1) ?? [])].map(String).join('.')
    // A field may be named like a member of every object, such as "constructor".
    if (path !== '' && !Object.hasOwn(errors, path)) errors[path] = issue.message
  }
  return errors
}
