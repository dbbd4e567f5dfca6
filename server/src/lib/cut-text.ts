import { withLineFeeds } from '#shared/lines.ts'

/** The first characters of a text, and "…" if there are more. An emoji counts as one character and is never cut in half. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length).join('').trimEnd()}…` : text
}

/** Names and titles may have line breaks, which a subject or a line of a list must not. */
export const onOneLine = (text: string) => withLineFeeds(text).replace(/\s+/g, ' ').trim()

/** The lines of a text as one, with dots between them, so that they don't read as one sentence. A dot replaces "- " too. */
export const withDots = (text: string) =>
  withLineFeeds(text)
    .replace(/\s*\n\s*(?:[-*•]\s+)?/g, ' · ')
    .replace(/\s+/g, ' ')
