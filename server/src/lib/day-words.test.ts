import { expect, test } from 'vitest'
import { dayInWords, weekdayInWords } from './day-words.ts'

test('a day is written with its month, and with its year only if that is another year', () => {
  expect(dayInWords('2026-11-13', '2026-11-16T09:00:00.000Z')).toBe('13 November')
  expect(dayInWords('2025-12-31', '2026-01-02T09:00:00.000Z')).toBe('31 December 2025')
})

test('a day can be written with its weekday', () => {
  expect(weekdayInWords('2026-11-13', '2026-11-13')).toBe('Friday 13 November')
  expect(weekdayInWords('2025-12-31', '2026-01-02')).toBe('Wednesday 31 December 2025')
})
