import { expect, test } from 'vitest'
import { lastFriday } from './account-record-dialog.tsx'

test.each([
  ['a Monday', '2026-03-09', '2026-03-06'],
  ['a Thursday', '2026-03-12', '2026-03-06'],
  ['a Friday', '2026-03-13', '2026-03-06'],
  ['a Saturday', '2026-03-14', '2026-03-13'],
  ['a Sunday', '2026-03-15', '2026-03-13'],
])('on %s', (_, today, friday) => {
  expect(lastFriday(today)).toBe(friday)
})
