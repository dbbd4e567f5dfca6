import * as z from 'zod/mini'
import { limits } from '#shared/limits.ts'
import { recall, remember } from '../../lib/remembered.ts'

// The last texts that led somewhere. They are kept on the device for their user until the session ends.

const slot = 'searches'

export const recentSearches = (userId: number): string[] => recall(userId, slot, z.array(z.string())) ?? []

/** The newest comes first, each text once. */
export function rememberSearch(userId: number, text: string) {
  const words = text.trim()
  if (words === '') return
  const isSame = (other: string) => other.toLowerCase() === words.toLowerCase()
  const others = recentSearches(userId).filter(other => !isSame(other))
  remember(userId, slot, [words, ...others].slice(0, limits.recentSearchesMax))
}
