import * as z from 'zod/mini'
import { addDays, localDay, systemClock, toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'

// Drafts are kept in localStorage until they are sent. A slot's name contains the user's id, so that another user of
// the same browser does not see them.

const stamped = { saved_at: z.string() }

/** The content of a slot; null when it is empty or has another shape. */
export function readSlot<Shape extends z.core.$ZodShape>(slot: string, shape: Shape) {
  try {
    return z.parse(z.object({ ...stamped, ...shape }), JSON.parse(localStorage.getItem(slot) ?? 'null'))
  } catch {
    return null
  }
}

export function writeSlot(slot: string, content: object) {
  const saved_at = toInstant(systemClock.now().getTime())
  try {
    localStorage.setItem(slot, JSON.stringify({ saved_at, ...content }))
  } catch {
    // Storage is full or switched off. The form works all the same; it only won't survive a reload.
  }
}

export const clearSlot = (slot: string) => localStorage.removeItem(slot)

export const slotsWithPrefix = (prefix: string) =>
  Object.keys(localStorage).filter(key => key.startsWith(prefix))

/** Removes drafts that are older than two weeks or can't be read. */
export function removeOldSlots(prefix: string, shape: z.core.$ZodShape) {
  const oldest = addDays(localDay(systemClock.now()), -limits.draftDays)
  for (const slot of slotsWithPrefix(prefix)) {
    const savedAt = readSlot(slot, shape)?.saved_at
    if (typeof savedAt !== 'string' || savedAt < oldest) clearSlot(slot)
  }
}
