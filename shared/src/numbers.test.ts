import { expect, test } from 'vitest'
import { formatCount } from './numbers.ts'

test.each([0, 7, 999, 1000, 12_500, 999_999, 1_000_000, 123_456_789])(
  '%s has a comma for each thousand',
  count => {
    expect(formatCount(count)).toBe(count.toLocaleString('en-US'))
  },
)
