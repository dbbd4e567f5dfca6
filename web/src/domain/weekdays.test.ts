import { expect, test } from 'vitest'
import { formatWeekdays } from './weekdays.ts'

test.each([
  [[1, 2, 3, 4, 5], 'Monday to Friday'],
  [[1, 2, 4], 'Monday, Tuesday and Thursday'],
  [[6, 7], 'Saturday and Sunday'],
  [[3], 'Wednesday'],
  [[1, 2, 3, 4, 5, 6, 7], 'every day'],
])('%o is "%s"', (days, words) => {
  expect(formatWeekdays(days)).toBe(words)
})
