// Finds misspelled settings: a server that ignores DATABSE_URL starts with an empty SQLite file.

/** Names of the system, of Node, of our dependencies and of the Compose files, which are no settings of the program. */
const foreign =
  /^(NODE_|NPM_|UV_|PG[A-Z]|LC_|LANG$|SSL_CERT_|COMPOSE_|DOCKER_|SITE_ADDRESS$|POSTGRES_PASSWORD$)/i

/** Shorter names, such as PORT and HOST, are too near to names of other programs. */
const fewestLetters = 6
const longestDistance = 2

/** The name that this one was probably meant to be. Undefined if it's one of the known names, or none of them is near. */
export function meantName(given: string, known: readonly string[]): string | undefined {
  if (known.includes(given) || foreign.test(given)) return undefined
  const near = known
    .filter(name => withoutUnderscores(name).length >= fewestLetters)
    .map(name => ({ name, distance: distanceOf(given.toUpperCase(), name) }))
    .filter(({ distance }) => distance <= longestDistance)
    .sort((one, other) => one.distance - other.distance)
  return near[0]?.name
}

/** Whether a file that holds our settings has no reason to name this. */
export const isUnknown = (given: string, known: readonly string[]) =>
  !known.includes(given) && !foreign.test(given)

const withoutUnderscores = (name: string) => name.replaceAll('_', '')

const distanceOf = (one: string, other: string) =>
  withoutUnderscores(one) === withoutUnderscores(other) ? 0 : editDistance(one, other)

/** How many characters must be added, removed or replaced to make one text of the other. */
function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > longestDistance) return Number.POSITIVE_INFINITY
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at++) {
    const next = [at]
    for (let to = 1; to <= other.length; to++) {
      const replaced = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
