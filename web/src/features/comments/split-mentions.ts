/** Characters that a pattern gives a meaning to. */
const special = /[\\^$.*+?()[\]{}|/]/g

/** Splits a text at the names that it mentions: every second part is one. Joined, the parts are the text again. */
export function splitMentions(text: string, names: readonly string[]): string[] {
  // The longest first: "@Ann Lee" doesn't name Ann.
  const longestFirst = [...names].sort((one, other) => other.length - one.length)
  const anyName = longestFirst.map(name => name.replace(special, '\\$&')).join('|')
  return text.split(new RegExp(`(@(?:${anyName})(?![\\p{L}\\p{N}]))`, 'u'))
}
