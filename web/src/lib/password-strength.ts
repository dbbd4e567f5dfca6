import { limits } from '#shared/limits.ts'

export type Strength = 'too short' | 'weak' | 'fair' | 'good' | 'strong'

/** Guesses in bits, as one who knows words and habits makes them: most letters follow from the ones before. */
const bitsOf = (character: string) => (/[\p{L}\d]/u.test(character) ? 2.5 : 4)

/** An estimate that rather says too little: repeats, sequences and one's own name count for nothing. */
export function passwordStrength(password: string, own: readonly string[] = []): Strength {
  if (password.length < limits.passwordMin) return 'too short'
  const rest = own
    .flatMap(text => text.toLowerCase().split(/[^\p{L}\d]+/u))
    .filter(word => word.length > 2)
    .reduce((text, word) => text.replaceAll(word, ''), password.toLowerCase())
  const characters = [...rest]
  const counted = characters.filter((character, index) => !continues(characters[index - 1], character))
  // What consists of few characters is soon guessed, however long it is.
  const variety = Math.min(1, new Set(characters).size / 8)
  const bits = counted.reduce((sum, character) => sum + bitsOf(character), 0) * variety
  return bits < 28 ? 'weak' : bits < 36 ? 'fair' : bits < 50 ? 'good' : 'strong'
}

/** The same, the next or the one before: aaa, 123, cba. */
const continues = (before: string | undefined, character: string) =>
  before !== undefined && Math.abs((before.codePointAt(0) ?? 0) - (character.codePointAt(0) ?? 0)) <= 1
