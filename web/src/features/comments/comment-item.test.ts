import { expect, test } from 'vitest'
import { splitMentions } from './comment-item.tsx'

test.each([
  ['Hi @Ann Lee, see @Anna', ['Ann', 'Ann Lee'], ['Hi ', '@Ann Lee', ', see @Anna']],
  ['@Ann @Ann', ['Ann'], ['', '@Ann', ' ', '@Ann', '']],
  ['(@J. (Jo) O+Neil)', ['J. (Jo) O+Neil'], ['(', '@J. (Jo) O+Neil', ')']],
  ['@José and Ann', ['Jos', 'Ann'], ['@José and Ann']],
])('%j is split at the names %j', (text, names, parts) => {
  expect(splitMentions(text, names)).toEqual(parts)
})
