import { isIPv6 } from 'node:net'
import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../refusals.ts'

const windowMs = limits.signInWindowMinutes * 60_000

export type Guess = { address: string; email: string }

/** Refuses at once what is over the limit, before it waits for its turn to be hashed. */
export async function refuseIfOverLimit(ctx: Context, guess: Guess): Promise<void> {
  await refuseIfAlreadyFailed(ctx, guess, 0)
}

/**
 * Counts a guess as failed before it is looked at, and refuses it if that is one too many. Guesses sent all
 * at once therefore can't slip through between the count and the check. Written outside any transaction,
 * so nothing rolls it back; what it returns does. One that was right is forgotten with all before it.
 */
export async function countGuess(ctx: Context, guess: Guess): Promise<() => Promise<void>> {
  const now = ctx.clock.now()
  const { id } = await ctx.db
    .insertInto('sign_in_failures')
    .values({ ...guess, failed_at: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const takeBack = async () => {
    await ctx.db.deleteFrom('sign_in_failures').where('id', '=', id).execute()
  }
  try {
    await refuseIfAlreadyFailed(ctx, guess, 1)
  } catch (error) {
    // A guess that was never looked at has not failed: it must not make the wait longer.
    await takeBack()
    throw error
  }
  return takeBack
}

/** A success clears this account's own count, from this address only: a stranger elsewhere gains nothing. */
export async function forgetGuesses(db: Context['db'], guess: Guess): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('address', '=', guess.address)
    .where('email', '=', guess.email)
    .execute()
}

export async function forgetOldGuesses(db: Context['db'], now: Date): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('failed_at', '<=', toInstant(now.getTime() - windowMs))
    .execute()
}

async function refuseIfAlreadyFailed(ctx: Context, guess: Guess, own: number): Promise<void> {
  const now = ctx.clock.now().getTime()
  const since = toInstant(now - windowMs)
  const failures = ctx.db
    .selectFrom('sign_in_failures')
    .select('failed_at')
    .where('address', '=', guess.address)
    .where('failed_at', '>', since)
    // Later than that is no clock of another instance that goes a little ahead: it was wrong then, or is now.
    .where('failed_at', '<=', toInstant(now + windowMs))
    .orderBy('failed_at', 'desc')
    .limit(1)
  // The failure that fills the limit: when it leaves the window, there is room again.
  const [account, address] = await Promise.all([
    failures
      .where('email', '=', guess.email)
      .offset(limits.signInFailuresPerAccount - 1 + own)
      .executeTakeFirst(),
    failures.offset(limits.signInFailuresPerAddress - 1 + own).executeTakeFirst(),
  ])
  const filling = [account, address].flatMap(row => (row ? [Date.parse(row.failed_at)] : []))
  if (filling.length === 0) return
  const seconds = Math.max(1, Math.ceil((Math.max(...filling) + windowMs - now) / 1000))
  throw refuse.tooMany(messages.auth.tooManyAttempts(Math.ceil(seconds / 60)), seconds)
}

/**
 * Whose guesses are counted together. One household or server has a whole /64 of IPv6 addresses at hand, so
 * they count as one.
 */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%')[0] ?? ip).toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':')
    while (groups.length + after.length < 8) groups.push('0')
    groups.push(...after)
  }
  const network = groups.slice(0, 4).map(group => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
