/**
 * The query string now. React renders a changed URL later, on a busy machine much later: a choice based on the rendered
 * state would undo the one made just before.
 */
export const searchNow = () => window.location.search

/** The page of a list in a URL; the first one if the value is invalid. */
export function pageIn(search: string): number {
  const text = new URLSearchParams(search).get('page') ?? ''
  return isId(text) ? Number(text) : 1
}

/** A whole number that the server accepts as an id. */
export const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text)
