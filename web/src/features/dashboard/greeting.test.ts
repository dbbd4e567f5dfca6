import { expect, test } from 'vitest'
import { greeting } from './greeting.ts'

test.each([
  [0, 'Good morning, Dina'],
  [4, 'Good morning, Dina'],
  [11, 'Good morning, Dina'],
  [12, 'Good afternoon, Dina'],
  [17, 'Good afternoon, Dina'],
  [18, 'Good evening, Dina'],
  [23, 'Good evening, Dina'],
])('at %d o’clock it is "%s"', (hour, words) => {
  expect(greeting('Dina Dell', new Date(2026, 2, 2, hour))).toBe(words)
})
