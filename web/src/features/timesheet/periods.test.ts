import { expect, test } from 'vitest'
import { formatDaySpan } from '../../lib/dates.ts'
import { periodOf, titleOf } from './periods.ts'

test('the title of a week is a span of days as the viewer writes it, and says both years at their turn', () => {
  expect(titleOf(periodOf('2026-03-18', 'week'))).toBe(formatDaySpan('2026-03-16', '2026-03-22'))
  expect(titleOf(periodOf('2026-12-30', 'week'))).toMatch(/2026.*2027/)
})
