import { expect, test } from 'vitest'
import { daysOfMonth } from '#shared/dates.ts'
import { dayByKey, monthBeside, monthIn, searchOfMonth, weeksOf } from './months.ts'

const press = (day: string, key: string, ctrlKey = false) => dayByKey(day, { key, ctrlKey, metaKey: false })

test('keys move to the expected day, also into another month', () => {
  expect(press('2026-03-31', 'ArrowRight')).toBe('2026-04-01')
  expect(press('2026-03-04', 'ArrowUp')).toBe('2026-02-25')
  // Home and End stop at the first and the last day of the month.
  expect(press('2026-04-03', 'Home')).toBe('2026-04-01')
  expect(press('2026-04-29', 'End')).toBe('2026-04-30')
  expect(press('2026-04-08', 'Home')).toBe('2026-04-06')
  expect(press('2026-04-08', 'End')).toBe('2026-04-12')
  expect(press('2026-04-08', 'Home', true)).toBe('2026-04-01')
  expect(press('2024-02-08', 'End', true)).toBe('2024-02-29')
  expect(press('2026-03-31', 'PageUp')).toBe('2026-02-28')
  expect(press('2026-12-15', 'PageDown')).toBe('2027-01-15')
  expect(press('2026-12-15', 'a')).toBeUndefined()
})

test.each(['2026-02', '2026-03', '2026-08', '2027-02', '2024-02'])(
  'the weeks of %s are complete and have all of its days',
  month => {
    const days = daysOfMonth(month).map(date => ({ date }))
    const weeks = weeksOf(days)
    expect(weeks.every(week => week.length === 7)).toBe(true)
    expect(weeks.flat().filter(day => day !== null)).toEqual(days)
    expect(weeks.every(week => week.some(day => day !== null))).toBe(true)
  },
)

test('months that are not in the calendar are ignored in the URL and not linked', () => {
  expect(monthIn('?month=2026-03')).toBe('2026-03')
  for (const bad of ['', '?month=', '?month=2026-13', '?month=1999-12', '?month=2101-01', '?month=x']) {
    expect(monthIn(bad)).toBeUndefined()
  }
  expect(searchOfMonth('2026-03', '?role=designer&page=2')).toBe('?role=designer&month=2026-03')
  expect(searchOfMonth(undefined, '?month=2026-03')).toBe('')
  expect(monthBeside('2000-01', -1)).toBeUndefined()
  expect(monthBeside('2100-12', 1)).toBeUndefined()
})
