import { expect, test } from 'vitest'
import { pageIn } from './url.ts'

test.each([
  ['', 1],
  ['?page=3', 3],
  ['?page=0', 1],
  ['?page=1.5', 1],
])('%s is page %d', (search, page) => {
  expect(pageIn(search)).toBe(page)
})
