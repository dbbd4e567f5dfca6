import { timingSafeEqual } from 'node:crypto'
import { limits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import { bareCode, typedCode } from '../../identity/typed-code.ts'
import type { ClaimRow } from './activity-claims.queries.ts'

/** 60 bits: more than anyone can guess over HTTP while the code works. */
const codeLength = 12

/**
 * The code that was mailed for a claim, or undefined if there is none or it has expired. It is derived from the server's key,
 * so that a copy of the database isn't enough to know it.
 */
export function currentCode(ctx: Context, { id, user_id, name, code_sent_at }: ClaimRow): string | undefined {
  if (code_sent_at === null) return undefined
  const age = ctx.clock.now().getTime() - Date.parse(code_sent_at)
  if (age > limits.activityCodeHours * 3_600_000) return undefined
  const derived = ctx.tokens.derive(`activity ${id} ${user_id} ${code_sent_at} ${name}`)
  return typedCode(Buffer.from(derived, 'base64url').subarray(0, codeLength))
}

export function isCurrentCode(ctx: Context, claim: ClaimRow, typed: string): boolean {
  const right = Buffer.from(bareCode(currentCode(ctx, claim) ?? ''))
  const sent = Buffer.from(bareCode(typed))
  return right.length > 0 && right.length === sent.length && timingSafeEqual(right, sent)
}
