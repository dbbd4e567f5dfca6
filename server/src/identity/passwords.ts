import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createHashQueue, type QueueLimits } from './hash-queue.ts'

/** argon2id with 19 MiB, two passes and one lane, as OWASP recommends; the library's default kind is argon2id. */
export const hashCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** One core stays free for other requests, so that many sign-ins at once do not slow them down. */
const hashesAtOnce = Math.max(1, availableParallelism() - 1)
const longestQueue = 1000
const longestShare = 100
/** A longer wait is refused with Retry-After: the browser would have given up by then. */
export const longestWaitMs = 30_000

export type Passwords = ReturnType<typeof createPasswords>

/** Called right before the hash, after the wait in the queue: it throws if the request is no longer allowed. */
type Admit = () => Promise<unknown>

type Options = QueueLimits & { cost: typeof hashCost }

/** Hashing happens on worker threads, a few at a time; past a long queue the server says that it is busy. */
export function createPasswords({
  atOnce = hashesAtOnce,
  maxWaiting = longestQueue,
  maxPerActor = longestShare,
  maxWaitMs = longestWaitMs,
  cost = hashCost,
}: Partial<Options> = {}) {
  const queue = createHashQueue({ atOnce, maxWaiting, maxPerActor, maxWaitMs })

  // Verified where there is no account or no password, so that both take the same time.
  const substitute = hash(Math.random().toString(36), cost)
  // Awaited only when needed: until then a failure must not end the process.
  substitute.catch(() => {})

  return {
    load: queue.load,

    /** The server is closing: nothing waits any more, since a long queue would not be through before it has to end. */
    turnAwayWaiting: queue.turnAwayWaiting,

    /** A command and the start of the server have no actor. */
    hash: (
      password: string,
      { actor = '', admit = async () => {} }: { actor?: string; admit?: Admit } = {},
    ) =>
      queue.run({ isSignIn: false, actor }, async () => {
        await admit()
        return hash(password, cost)
      }),

    /** A right password is handled before the queue's slot is released; returns that result, or undefined for a wrong one. */
    verify: <Result>(
      passwordHash: string | null | undefined,
      password: string,
      { from, admit, handleRight }: { from: string; admit: Admit; handleRight(): Promise<Result> },
    ): Promise<Result | undefined> =>
      queue.run({ isSignIn: true, actor: from }, async () => {
        await admit()
        const matches = await verify(passwordHash ?? (await substitute), password)
        return matches && passwordHash ? handleRight() : undefined
      }),
  }
}
