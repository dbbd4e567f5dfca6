import { isIPv6 } from 'node:net'
import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import type { Context } from '../context.ts'
import { refuse } from '../http/refusals.ts'
import { networksOf } from '../lib/ip-address.ts'
import type { Device } from './known-devices.ts'

const windowMs = limits.signInWindowMinutes * 60_000

/** A guess fails on each of its counters. On the first of them, each account is also counted on its own. */
export type Guess = { counters: readonly [first: string, ...more: string[]]; email: string }

/**
 * One household or server has a whole /64 of IPv6 addresses at hand, so they count as one IP address; a
 * customer of a provider often has a /48, so the limit of an IP address holds for that as well.
 */
export function addressCounters(address: string): Guess['counters'] {
  return isIPv6(address) ? networksOf(address) : [address]
}

/** A browser that has signed in to the account before is counted on its own, whatever others at its IP address do. */
export const deviceCounters = (device: Device): Guess['counters'] => [`device ${device.hash}`]

/** Refuses a guess over the limit at once, before it waits in the hash queue. */
export async function refuseIfOverLimit(ctx: Context, guess: Guess): Promise<void> {
  await refuseIfAlreadyFailed(ctx, guess, 0)
}

/**
 * Counts a guess as failed before the password is checked, and refuses it if the limit is exceeded. Concurrent guesses
 * therefore can't slip through between the count and the check. It is written outside any transaction, so that no
 * rollback removes it; the function that it returns does. A right guess is deleted with all before it.
 */
export async function countGuess(ctx: Context, guess: Guess): Promise<() => Promise<void>> {
  const now = ctx.clock.now()
  const { counters, email } = guess
  const rows = await ctx.db
    .insertInto('sign_in_failures')
    .values(counters.map(address => ({ address, email, failed_at: now.toISOString() })))
    .returning('id')
    .execute()
  const takeBack = async () => {
    // One after the other: a concurrent success deletes them in this order too, so the two can't deadlock.
    for (const { id } of rows) await ctx.db.deleteFrom('sign_in_failures').where('id', '=', id).execute()
  }
  try {
    await refuseIfAlreadyFailed(ctx, guess, 1)
  } catch (error) {
    // The password was not checked, so this guess must not make the wait longer.
    await takeBack()
    throw error
  }
  return takeBack
}

/** A success clears the count of this account on these counters only: an attacker at another IP address gains nothing. */
export async function forgetGuesses(db: Context['db'], guess: Guess): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('address', 'in', guess.counters)
    .where('email', '=', guess.email)
    .execute()
}

/** Deletes all guesses at an e-mail and returns how many there were. */
export async function forgetGuessesFor(db: Context['db'], email: string, now: Date): Promise<number> {
  await forgetOldGuesses(db, now)
  // The rest is within the window. The query names the time because no index begins with the e-mail.
  const gone = await db
    .deleteFrom('sign_in_failures')
    .where('failed_at', '>', toInstant(now.getTime() - windowMs))
    .where('email', '=', email)
    .returning('id')
    .execute()
  return gone.length
}

export async function forgetOldGuesses(db: Context['db'], now: Date): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('failed_at', '<=', toInstant(now.getTime() - windowMs))
    .execute()
}

async function refuseIfAlreadyFailed(ctx: Context, { counters, email }: Guess, own: number): Promise<void> {
  const now = ctx.clock.now().getTime()
  const since = toInstant(now - windowMs)
  const failuresOn = (counter: string) =>
    ctx.db
      .selectFrom('sign_in_failures')
      .select('failed_at')
      .where('address', '=', counter)
      .where('failed_at', '>', since)
      // Failures further ahead come from a clock that was wrong, not from an instance whose clock is slightly fast.
      .where('failed_at', '<=', toInstant(now + windowMs))
      .orderBy('failed_at', 'desc')
      .limit(1)
  // The failure that reaches the limit: when it leaves the window, another guess is allowed.
  const found = await Promise.all([
    failuresOn(counters[0])
      .where('email', '=', email)
      .offset(limits.signInFailuresPerAccount - 1 + own)
      .executeTakeFirst(),
    ...counters.map(counter =>
      failuresOn(counter)
        .offset(limits.signInFailuresPerAddress - 1 + own)
        .executeTakeFirst(),
    ),
  ])
  const filling = found.flatMap(row => (row ? [Date.parse(row.failed_at)] : []))
  if (filling.length === 0) return
  const seconds = Math.max(1, Math.ceil((Math.max(...filling) + windowMs - now) / 1000))
  throw refuse('too_many_attempts', Math.ceil(seconds / 60)).after(seconds)
}
