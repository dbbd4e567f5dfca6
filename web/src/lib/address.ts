/**
 * What stands behind the "?" now. The screen follows the address a moment later, on a busy machine a long moment:
 * a choice made on top of what is shown would undo the one made just before.
 */
export const searchNow = () => window.location.search

/** The page of a list that an address asks for; nonsense asks for the first. */
export function pageIn(search: string): number {
  const text = new URLSearchParams(search).get('page') ?? ''
  return isId(text) ? Number(text) : 1
}

/** A whole number that the server would take. */
export const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text)
