import { limits } from '#shared/limits.ts'

export type Strength = 'too short' | 'weak' | 'fair' | 'good' | 'strong'

/** Guesses in bits, as one who knows words and habits makes them: most letters follow from the ones before. */
const bitsOf = (character: string) => (/[\p{L}\d]/u.test(character) ? 2.5 : 4)

/** More adds little, and comparing all parts of 1,024 characters takes more than a second at each key. */
const ratedCharacters = 128

/** An estimate that rather says too little: repeats, sequences, rows of keys and one's own name count for nothing. */
export function passwordStrength(password: string, own: readonly string[] = []): Strength {
  if (password.length < limits.passwordMin) return 'too short'
  const rest = own
    .flatMap(text => text.toLowerCase().split(/[^\p{L}\d]+/u))
    .filter(word => word.length > 2)
    .reduce((text, word) => text.replaceAll(word, ''), password.slice(0, ratedCharacters).toLowerCase())
  // What comes again later counts once.
  const characters = [...rest.replaceAll(/(.{4,})(?=.*\1)/gu, '')]
  const counted = characters.filter((_, index) => !continues(characters, index))
  // What consists of few characters is soon guessed, however long it is.
  const variety = Math.min(1, new Set(characters).size / 8)
  const bits = counted.reduce((sum, character) => sum + bitsOf(character), 0) * variety
  return bits < 28 ? 'weak' : bits < 36 ? 'fair' : bits < 50 ? 'good' : 'strong'
}

const rowsOfKeys = 'qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm azertyuiop qsdfghjklm wxcvbn'

/** The same, the next or the one before: aaa, 123, cba; or the third and later of a row of keys: qwe. */
function continues(characters: readonly string[], index: number): boolean {
  const [first, before, character] = [index - 2, index - 1, index].map(each => characters[each])
  if (before === undefined || character === undefined) return false
  const step = (before.codePointAt(0) ?? 0) - (character.codePointAt(0) ?? 0)
  return Math.abs(step) <= 1 || (first !== undefined && rowsOfKeys.includes(first + before + character))
}
