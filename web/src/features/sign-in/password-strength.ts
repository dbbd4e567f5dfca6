import { limits } from '#shared/limits.ts'

export type Strength = 'too short' | 'weak' | 'fair' | 'good' | 'strong'

/** The estimated entropy of a character in bits. Letters and digits have less, because most of them follow from those before. */
const entropyBits = (character: string) => (/[\p{L}\d]/u.test(character) ? 2.5 : 4)

/** Only these are rated, because the search for repeats in 1,024 characters takes more than a second for each key. */
const ratedCharacters = 128

/** A cautious estimate: repeats, sequences, keyboard rows and the user's own name count for nothing. */
export function passwordStrength(password: string, own: readonly string[] = []): Strength {
  if (password.length < limits.passwordMin) return 'too short'
  const rest = own
    .flatMap(text => text.toLowerCase().split(/[^\p{L}\d]+/u))
    .filter(word => word.length > 2)
    .reduce((text, word) => text.replaceAll(word, ''), password.slice(0, ratedCharacters).toLowerCase())
  // A part that is repeated later counts once.
  const characters = [...rest.replaceAll(/(.{4,})(?=.*\1)/gu, '')]
  const counted = characters.filter((_, index) => !isPredictable(characters, index))
  // Few different characters are easy to guess, even in a long password.
  const variety = Math.min(1, new Set(characters).size / 8)
  const bits = counted.reduce((sum, character) => sum + entropyBits(character), 0) * variety
  return bits < 28 ? 'weak' : bits < 36 ? 'fair' : bits < 50 ? 'good' : 'strong'
}

const keyboardRows = 'qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm azertyuiop qsdfghjklm wxcvbn'

/** Whether a character follows from those before it: aaa, 123, cba, or a keyboard row such as qwe. */
function isPredictable(characters: readonly string[], index: number): boolean {
  const [first, before, character] = [index - 2, index - 1, index].map(each => characters[each])
  if (before === undefined || character === undefined) return false
  const step = (before.codePointAt(0) ?? 0) - (character.codePointAt(0) ?? 0)
  return Math.abs(step) <= 1 || (first !== undefined && keyboardRows.includes(first + before + character))
}
