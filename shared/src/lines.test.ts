import { expect, test } from 'vitest'
import { linesOf, withLineFeeds } from './lines.ts'

test.each(['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])('%j ends a line', end => {
  expect(linesOf(`one${end}two`)).toEqual(['one', 'two'])
  expect(withLineFeeds(`${end}${end}one`)).toBe('\n\none')
})

test('blanks and tabs end none', () => {
  expect(linesOf('one\ttwo \u00a0three')).toEqual(['one\ttwo \u00a0three'])
})
