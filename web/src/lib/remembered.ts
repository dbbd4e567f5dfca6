import * as z from 'zod/mini'
import { limits } from '#shared/limits.ts'
import { ApiError } from './api-error.ts'
import { isAway, isOffline, isServerAway } from './connection.ts'
import { readToken, userIdOf } from './sign-in.ts'

// What the next start without a network needs: the user, the names of their projects, suggestions, today's report. It is
// kept in localStorage under the user's id until their session on this device ends, in whichever way.

const prefix = 'remembered:'
/** Each person's own: another account of the same browser has another slot. */
const slotOf = (userId: number, name: string) => `${prefix}${userId}:${name}`

/** What was remembered for this person; undefined when there is nothing, or nothing of this shape. */
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

/** The latest value of a name takes the place of the one before; one that is too large is not kept. */
export function remember(userId: number, name: string, value: unknown) {
  // The session has ended meanwhile, perhaps in another tab: nothing of it may stay.
  if (userIdOf(readToken()) !== userId) return
  const slot = slotOf(userId, name)
  const text = JSON.stringify(value)
  try {
    if (text.length > limits.rememberedMax) localStorage.removeItem(slot)
    else localStorage.setItem(slot, text)
  } catch {
    // Storage is full or switched off: without a network the screen then says what it could not load.
  }
}

/** Others may use this device next: only what belongs to the signed-in user stays, and nothing once there is none. */
export function forgetOthers() {
  const userId = userIdOf(readToken())
  const own = userId === undefined ? undefined : slotOf(userId, '')
  for (const slot of Object.keys(localStorage))
    if (slot.startsWith(prefix) && !(own && slot.startsWith(own))) localStorage.removeItem(slot)
}

type Asking<Shape extends z.core.$ZodType> = {
  name: string
  shape: Shape
  ask: () => Promise<z.output<Shape>>
  /** What is worth keeping of an answer; otherwise all of it. */
  keep?: (answer: z.output<Shape>) => z.output<Shape>
}

/**
 * For query functions: asks the server and remembers its answer for the signed-in user. Offline the remembered answer is
 * given; every other failure stays one.
 */
export async function askOrRecall<Shape extends z.core.$ZodType>(
  asking: Asking<Shape>,
): Promise<z.output<Shape>> {
  const { name, shape, ask, keep = answer => answer } = asking
  // Before the request: another account may have signed in when the answer arrives.
  const userId = userIdOf(readToken())
  const recallOwn = () => (userId && isOffline() ? recall(userId, name, shape) : undefined)
  // A request could take long to fail, so the remembered answer is used at once. Queries run again when the server answers.
  const known = isServerAway() ? recallOwn() : undefined
  if (known !== undefined) return known
  try {
    const answer = await ask()
    if (userId) remember(userId, name, keep(answer))
    return answer
  } catch (error) {
    const isUnanswered = error instanceof ApiError && isAway(error.status)
    const instead = isUnanswered ? recallOwn() : undefined
    if (instead === undefined) throw error
    return instead
  }
}
