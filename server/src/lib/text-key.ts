import { createHash } from 'node:crypto'

/** Alike for texts that differ only in case or in the space around them. Short, however long the text is. */
export function textKey(text: string): string {
  return createHash('sha256').update(text.trim().toLowerCase()).digest('base64url')
}
