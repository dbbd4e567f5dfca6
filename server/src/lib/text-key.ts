import { createHash } from 'node:crypto'

/** The same for texts that differ only in case or in the space around them, and short for any text. */
export function textKey(text: string): string {
  return createHash('sha256').update(text.trim().toLowerCase()).digest('base64url')
}
