import { expect, test } from 'vitest'
import { splitMentions } from './split-mentions.ts'

test.each([
  ['Hi @Ann Lee, see @Anna', ['Ann', 'Ann Lee'], ['Hi ', '@Ann Lee', ', see @Anna']],
  ['@Ann @Ann', ['Ann'], ['', '@Ann', ' ', '@Ann', '']],
  ['(@J. (Jo) O+Neil)', ['J. (Jo) O+Neil'], ['(', '@J. (Jo) O+Neil', ')']],
  ['@José and Ann', ['Jos', 'Ann'], ['@José and Ann']],
])('%j with %j', (text, names, parts) => {
  expect(splitMentions(text, names)).toEqual(parts)
})
