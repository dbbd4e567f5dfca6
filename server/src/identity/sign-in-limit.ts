import { isIPv6 } from 'node:net'
import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import type { Context } from '../context.ts'
import { refuse } from '../http/refusals.ts'
import { networksOf } from '../lib/ip-address.ts'
import { KeyedQueue } from '../lib/keyed-queue.ts'
import type { Device } from './known-devices.ts'
import { longestWaitMs } from './passwords.ts'

const windowMs = limits.signInWindowMinutes * 60_000

/** A failed guess counts on each counter. On the first counter, each account has a limit of its own as well. */
export type Guess = { counters: readonly [first: string, ...more: string[]]; email: string }

/**
 * A household or server usually has a whole /64 of IPv6 addresses, so a /64 counts as one IP address. A customer of a
 * provider often has a /48, so the limit of an IP address also applies to the /48.
 */
export function addressCounters(address: string): Guess['counters'] {
  return isIPv6(address) ? networksOf(address) : [address]
}

/** A browser that has signed in to the account before has its own counter, independent of its IP address. */
export const deviceCounters = (device: Device): Guess['counters'] => [`${devicePrefix}${device.hash}`]

const devicePrefix = 'device '

/** Whether a guess is counted for a browser that has signed in to the account before. */
export const isOfDevice = ({ counters }: Guess): boolean => counters[0].startsWith(devicePrefix)

/** Refuses a guess over the limit at once, before it waits in the hash queue. */
export async function refuseIfOverLimit(ctx: Context, guess: Guess): Promise<void> {
  await refuseAfterFailures(ctx, guess, 0)
}

/**
 * Counts a guess as failed before it is checked, and refuses it if the limit is exceeded. So concurrent guesses can't exceed
 * the limit. Over the limit it only reads, because a flood of guesses that write would make the writes of others wait. It
 * writes outside any transaction, so that no rollback removes the count. The returned function removes it. After a right
 * guess, `deleteGuesses` removes the earlier ones too.
 */
export async function countGuess(ctx: Context, guess: Guess): Promise<() => Promise<void>> {
  await refuseIfOverLimit(ctx, guess)
  const now = ctx.clock.now()
  const { counters, email } = guess
  const rows = await ctx.db
    .insertInto('sign_in_failures')
    .values(counters.map(address => ({ address, email, failed_at: now.toISOString() })))
    .returning('id')
    .execute()
  const undoGuess = async () => {
    // Deleted one by one: a concurrent success deletes them in the same order, so the two can't deadlock.
    for (const { id } of rows) await ctx.db.deleteFrom('sign_in_failures').where('id', '=', id).execute()
  }
  try {
    await refuseAfterFailures(ctx, guess, 1)
  } catch (error) {
    // The password was not checked, so this guess must not make the wait longer.
    await undoGuess()
    throw error
  }
  return undoGuess
}

/** A success clears the count of this account only on these counters, so that an attacker at another IP address gains nothing. */
export async function deleteGuesses(db: Context['db'], guess: Guess): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('address', 'in', guess.counters)
    .where('email', '=', guess.email)
    .execute()
}

/** Deletes all guesses at an e-mail and returns how many there were. */
export async function deleteGuessesFor(db: Context['db'], email: string, now: Date): Promise<number> {
  await deleteOldGuesses(db, now)
  // The remaining rows are all within the window. The condition on the time lets the query use an index, because none starts with the e-mail.
  const deleted = await db
    .deleteFrom('sign_in_failures')
    .where('failed_at', '>', toInstant(now.getTime() - windowMs))
    .where('email', '=', email)
    .returning('id')
    .execute()
  return deleted.length
}

export async function deleteOldGuesses(db: Context['db'], now: Date): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('failed_at', '<=', toInstant(now.getTime() - windowMs))
    .execute()
}

async function refuseAfterFailures(ctx: Context, { counters, email }: Guess, own: number): Promise<void> {
  const now = ctx.clock.now().getTime()
  const since = toInstant(now - windowMs)
  const failuresOn = (counter: string) =>
    ctx.db
      .selectFrom('sign_in_failures')
      .select('failed_at')
      .where('address', '=', counter)
      .where('failed_at', '>', since)
      // Failures further in the future were written while a clock was wrong, and must not lock users out.
      .where('failed_at', '<=', toInstant(now + windowMs))
      .orderBy('failed_at', 'desc')
      .limit(1)
  // Finds the failure that reaches the limit. When it leaves the window, another guess is allowed.
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

/** Attempts with the same e-mail from the same client run one at a time. */
const attempts = new KeyedQueue<string>({ concurrency: 1, maxWaiting: 99, timeoutMs: longestWaitMs })

/** A right answer to the first step must not count as failed, but clears nothing else: the second step does that. */
export type UndoGuess = () => Promise<void>

type Attempt = { passwordHash: string | null | undefined; password: string; guess: Guess }

/**
 * Checks a password within the limits of failed sign-ins. Returns the result of `onMatch`, or undefined for a wrong password.
 * `onMatch` deletes the failed guesses, or only undoes this one.
 */
export function tryPassword<Result>(
  ctx: Context,
  { passwordHash, password, guess }: Attempt,
  onMatch: (undoGuess: UndoGuess) => Promise<Result>,
): Promise<Result | undefined> {
  const { counters, email } = guess
  // The queue is a mutex: without it, concurrent right passwords could count one another's guesses as failed.
  return attempts.run(`${counters[0]} ${email}`, async () => {
    await refuseIfOverLimit(ctx, guess)
    let undoGuess = async () => {}
    return ctx.passwords.verify(passwordHash, password, {
      from: counters[0],
      beforeHash: async () => {
        undoGuess = await countGuess(ctx, guess)
      },
      onMatch: () =>
        onMatch(() => undoGuess()).catch(async error => {
          // The password was right, so the attempt must not count as failed. If the database can't be reached, it still does.
          await undoGuess().catch(() => {})
          throw error
        }),
    })
  })
}

/** Checks the password of a signed-in user. A wrong one counts as a failed sign-in from this IP address. */
export async function isRightPassword(
  ctx: Context,
  { email, address, ...attempt }: Omit<Attempt, 'guess'> & { email: string; address: string },
): Promise<boolean> {
  const guess = { counters: addressCounters(address), email }
  const isRight = await tryPassword(ctx, { ...attempt, guess }, async () => {
    await deleteGuesses(ctx.db, guess)
    return true
  })
  return isRight ?? false
}
