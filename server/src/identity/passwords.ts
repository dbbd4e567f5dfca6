import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { commonPasswords } from '../lib/paths.ts'
import { createHashQueue, type QueueLimits } from './hash-queue.ts'

/** argon2id with 19 MiB, two passes and one lane, as OWASP recommends; the library's default kind is argon2id. */
export const hashCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** One core stays free, so that many sign-ins at once don't slow down other requests. */
const hashesAtOnce = Math.max(1, availableParallelism() - 1)
const longestQueue = 1000
const longestShare = 100
/** A longer wait is refused with Retry-After: the browser would have given up by then. */
export const longestWaitMs = 30_000

export type Passwords = ReturnType<typeof createPasswords>

/** Called right before the hash, after the wait in the queue: it throws if the request is no longer allowed. */
type BeforeHash = () => Promise<unknown>

type Options = QueueLimits & { cost: typeof hashCost }

/** Hashes on worker threads, a few at a time. If the queue is full, requests are refused. */
export function createPasswords({
  atOnce = hashesAtOnce,
  maxWaiting = longestQueue,
  maxPerActor = longestShare,
  maxWaitMs = longestWaitMs,
  cost = hashCost,
}: Partial<Options> = {}) {
  const queue = createHashQueue({ atOnce, maxWaiting, maxPerActor, maxWaitMs })

  // Verified if there is no account or no password, so that the response time doesn't reveal which e-mails have an account.
  const substitute = hash(Math.random().toString(36), cost)
  // It is awaited only when needed. Without this handler, a failure until then would end the process.
  substitute.catch(() => {})

  return {
    load: queue.load,

    /** Called when the server closes, because a long queue wouldn't be done before the process has to end. */
    rejectWaiting: queue.rejectWaiting,

    /** Commands and the start of the server have no actor. */
    hash: (
      password: string,
      { actor = '', beforeHash = async () => {} }: { actor?: string; beforeHash?: BeforeHash } = {},
    ) =>
      queue.run({ isSignIn: false, actor }, async () => {
        await beforeHash()
        return hash(password, cost)
      }),

    /** Runs `onMatch` for a right password before the slot is released and returns its result; undefined for a wrong one. */
    verify: <Result>(
      passwordHash: string | null | undefined,
      password: string,
      { from, beforeHash, onMatch }: { from: string; beforeHash: BeforeHash; onMatch(): Promise<Result> },
    ): Promise<Result | undefined> =>
      queue.run({ isSignIn: true, actor: from }, async () => {
        await beforeHash()
        const matches = await verify(passwordHash ?? (await substitute), password)
        return matches && passwordHash ? onMatch() : undefined
      }),
  }
}

/**
 * Whether this is one of the 10,000 most common passwords of six or more characters. The list is read on each call and not
 * kept in memory, because new passwords are rare.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const wanted = password.toLowerCase()
  if (wanted.includes('\n')) return false
  return `\n${await readFile(commonPasswords, 'utf8')}`.includes(`\n${wanted}\n`)
}
