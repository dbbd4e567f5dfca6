import type { Context } from '../context.ts'
import { KeyedQueue } from '../lib/keyed-queue.ts'
import { longestWaitMs } from './passwords.ts'
import { addressCounters, countGuess, forgetGuesses, type Guess, refuseIfOverLimit } from './sign-in-limit.ts'

/** Attempts with one e-mail from one client run one at a time. */
const attempts = new KeyedQueue<string>({ concurrency: 1, maxWaiting: 99, timeoutMs: longestWaitMs })

type Attempt = { passwordHash: string | null | undefined; password: string; guess: Guess }

/** Checks a password within the limits of failed sign-ins. Returns what `handleRight` returned, or undefined for a wrong password. */
export function tryPassword<Result>(
  ctx: Context,
  { passwordHash, password, guess }: Attempt,
  handleRight: () => Promise<Result>,
): Promise<Result | undefined> {
  const { counters, email } = guess
  // Under a mutex: otherwise one of many concurrent right passwords could see another's guess still counted as failed.
  return attempts.run(`${counters[0]} ${email}`, async () => {
    await refuseIfOverLimit(ctx, guess)
    let takeBack = async () => {}
    return ctx.passwords.verify(passwordHash, password, {
      from: counters[0],
      admit: async () => {
        takeBack = await countGuess(ctx, guess)
      },
      handleRight: () =>
        handleRight().catch(async error => {
          // The password was right, so the attempt must not count as failed, if the database can still be reached.
          await takeBack().catch(() => {})
          throw error
        }),
    })
  })
}

/** Does a signed-in user know the account's password? A wrong one counts as a failed sign-in from this IP address. */
export async function isRightPassword(
  ctx: Context,
  { email, address, ...attempt }: Omit<Attempt, 'guess'> & { email: string; address: string },
): Promise<boolean> {
  const guess = { counters: addressCounters(address), email }
  const isRight = await tryPassword(ctx, { ...attempt, guess }, async () => {
    await forgetGuesses(ctx.db, guess)
    return true
  })
  return isRight ?? false
}
