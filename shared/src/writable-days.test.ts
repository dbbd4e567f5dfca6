import { expect, test } from 'vitest'
import { isWritable, offeredDays } from './writable-days.ts'

// Tuesday 10 March 2026.
const today = '2026-03-10'

test.each([
  ['today', '2026-03-10', 3, [], true],
  ['yesterday', '2026-03-09', 3, [], true],
  ['yesterday, if reports can be edited on their day only', '2026-03-09', 1, [], true],
  ['a day of the edit window', '2026-03-08', 3, [], true],
  ['a day before it', '2026-03-07', 3, [], false],
  ['the day before yesterday, if reports can be edited on their day only', '2026-03-08', 1, [], false],
  ['tomorrow', '2026-03-11', 3, [], false],
  ['a day before it that is offered', '2025-03-07', 3, ['2025-03-07', '2026-03-09'], true],
  [
    "tomorrow, if it is today in the account's time zone and has a draft",
    '2026-03-11',
    3,
    ['2026-03-11'],
    true,
  ],
])('the form opens or not: %s', (_what, day, editWindowDays, offered, expected) => {
  expect(isWritable(day, { today, editWindowDays, offered })).toBe(expected)
})

test('offered are missing days of the window and days with a draft, each once and in order', () => {
  const window = [
    { date: '2026-03-06', state: 'missing' },
    { date: '2026-03-07', state: 'free' },
    { date: '2026-03-09', state: 'missing' },
    { date: '2026-03-10', state: 'due' },
  ] as const
  expect(offeredDays(window, ['2026-03-09', '2025-03-07'])).toEqual([
    '2025-03-07',
    '2026-03-06',
    '2026-03-09',
  ])
  expect(offeredDays(window, [])).toEqual(['2026-03-06', '2026-03-09'])
})
