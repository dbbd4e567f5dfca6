import * as z from 'zod/mini'
import { limits } from '#shared/limits.ts'
import { ApiError } from './api-error.ts'
import { isOffline, isServerUnreachable, isUnreachable } from './connection.ts'
import { readToken, userIdOf } from './sign-in.ts'

// The data that the next start without a network needs: the user, the names of their projects, suggestions and today's
// report. It is kept in localStorage under the user's id until their session on this device ends.

const prefix = 'remembered:'
/** The slot contains the user's id, so that accounts of the same browser don't share it. */
const slotOf = (userId: number, name: string) => `${prefix}${userId}:${name}`

/** The remembered value of this user; undefined when there is none of this shape. */
export function recall<Shape extends z.core.$ZodType>(
  userId: number,
  name: string,
  shape: Shape,
): z.output<Shape> | undefined {
  try {
    return z.parse(shape, JSON.parse(localStorage.getItem(slotOf(userId, name)) ?? ''))
  } catch {
    return undefined
  }
}

/** Replaces the earlier value of this name; a value that is too large is not stored. */
export function remember(userId: number, name: string, value: unknown) {
  // The session has ended meanwhile, perhaps in another tab: nothing of it may be stored.
  if (userIdOf(readToken()) !== userId) return
  const slot = slotOf(userId, name)
  const text = JSON.stringify(value)
  try {
    if (text.length > limits.rememberedMax) localStorage.removeItem(slot)
    else localStorage.setItem(slot, text)
  } catch {
    // Storage is full or switched off: without a network the screen then shows what it could not load.
  }
}

/** Removes everything that doesn't belong to the signed-in user, because others may use this device next. */
export function forgetOthers() {
  const userId = userIdOf(readToken())
  const own = userId === undefined ? undefined : slotOf(userId, '')
  for (const slot of Object.keys(localStorage))
    if (slot.startsWith(prefix) && !(own && slot.startsWith(own))) localStorage.removeItem(slot)
}

type RememberedQuery<Shape extends z.core.$ZodType> = {
  name: string
  shape: Shape
  ask: () => Promise<z.output<Shape>>
  /** Selects the part of the response to store; without it all of it is stored. */
  keep?: (answer: z.output<Shape>) => z.output<Shape>
}

/**
 * For query functions: calls the server and remembers its response for the signed-in user. Offline it returns the
 * remembered response; every other failure is thrown.
 */
export async function askOrRecall<Shape extends z.core.$ZodType>(
  query: RememberedQuery<Shape>,
): Promise<z.output<Shape>> {
  const { name, shape, ask, keep = answer => answer } = query
  // Read before the request: another account may have signed in when the response arrives.
  const userId = userIdOf(readToken())
  const recallOwn = () => (userId && isOffline() ? recall(userId, name, shape) : undefined)
  // A request could take long to fail, so the remembered answer is used at once. Queries run again when the server answers.
  const known = isServerUnreachable() ? recallOwn() : undefined
  if (known !== undefined) return known
  try {
    const answer = await ask()
    if (userId) remember(userId, name, keep(answer))
    return answer
  } catch (error) {
    const isUnanswered = error instanceof ApiError && isUnreachable(error.status)
    const instead = isUnanswered ? recallOwn() : undefined
    if (instead === undefined) throw error
    return instead
  }
}
