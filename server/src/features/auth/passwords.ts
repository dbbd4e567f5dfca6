import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { messages } from '#shared/messages.ts'
import { refuse } from '../../refusals.ts'

/** argon2id with 19 MiB, two passes and one lane, as OWASP recommends; the library's default kind is argon2id. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** One core is left to everybody else, so a rush of sign-ins slows no reader down. */
const hashesAtOnce = Math.max(1, availableParallelism() - 1)
const longestQueue = 1000
/** Whoever has waited so long is told to come back: a sign-in later than that helps nobody. */
export const longestWaitMs = 30_000

export type Passwords = ReturnType<typeof createPasswords>

/** Hashing happens on worker threads, a few at a time; past a long queue the server says that it is busy. */
export function createPasswords({
  atOnce = hashesAtOnce,
  maxWaiting = longestQueue,
  maxWaitMs = longestWaitMs,
} = {}) {
  const tooBusy = () => refuse.unavailable(messages.general.overloaded, 5)
  const closing = () => refuse.unavailable(messages.general.shuttingDown, 5)
  const waiting: ((isTurn: boolean) => void)[] = []
  let running = 0
  let isClosing = false

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const since = performance.now()
    if (running >= atOnce) {
      if (isClosing) throw closing()
      if (waiting.length >= maxWaiting) throw tooBusy()
      // Whoever finishes hands its place over, so `running` does not change here.
      const isTurn = await new Promise<boolean>(resolve => waiting.push(resolve))
      if (!isTurn) throw closing()
    } else running++
    try {
      if (performance.now() - since > maxWaitMs) throw tooBusy()
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next(true)
      else running--
    }
  }

  // Stands in for the hash of an account that does not exist, so that both take the same time.
  const nobody = hash(Math.random().toString(36), cost)
  // Looked at only when needed; until then a failure is nobody's business.
  nobody.catch(() => {})

  return {
    load: () => ({ waiting: waiting.length, running }),

    /** The server is closing: nobody waits any more, since a long line would not be through before it has to end. */
    turnAwayWaiting() {
      isClosing = true
      for (const leave of waiting.splice(0)) leave(false)
    },

    hash: (password: string) => inTurn(() => hash(password, cost)),

    /**
     * `admit` is asked when the turn has come, right before the work: it throws if this guess is one too many. A right
     * guess is handled still within the turn; what came of it is returned, and nothing for a wrong one.
     */
    verify: <Result>(
      passwordHash: string | undefined,
      password: string,
      { admit, handleRight }: { admit(): Promise<void>; handleRight(): Promise<Result> },
    ): Promise<Result | undefined> =>
      inTurn(async () => {
        await admit()
        const matches = await verify(passwordHash ?? (await nobody), password)
        return matches && passwordHash !== undefined ? handleRight() : undefined
      }),
  }
}
