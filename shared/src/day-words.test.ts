import { expect, test } from 'vitest'
import { dayInWords, weekdayInWords } from './day-words.ts'

test('a day is its number and its month, with the year only if it is another', () => {
  expect(dayInWords('2026-11-13', '2026-11-16T09:00:00.000Z')).toBe('13 November')
  expect(dayInWords('2025-12-31', '2026-01-02T09:00:00.000Z')).toBe('31 December 2025')
})

test('with its weekday', () => {
  expect(weekdayInWords('2026-11-13', '2026-11-13')).toBe('Friday 13 November')
  expect(weekdayInWords('2025-12-31', '2026-01-02')).toBe('Wednesday 31 December 2025')
})
