import { expect, test, vi } from 'vitest'
import { columnOf, daysOfUnit, firstDayOf, unitsOf } from './periods.ts'

const period = { startDate: '2026-09-30', endDate: '2026-10-13' }

test.each([
  [
    'day',
    14,
    { startDate: '2026-09-30', endDate: '2026-09-30' },
    { startDate: '2026-10-13', endDate: '2026-10-13' },
  ],
  // The first week begins before the period and the last one ends after it.
  [
    'week',
    3,
    { startDate: '2026-09-30', endDate: '2026-10-04' },
    { startDate: '2026-10-12', endDate: '2026-10-13' },
  ],
  [
    'month',
    2,
    { startDate: '2026-09-30', endDate: '2026-09-30' },
    { startDate: '2026-10-01', endDate: '2026-10-13' },
  ],
] as const)(
  'a period has its %ss, of which the first and the last are cut to it',
  (unit, count, first, last) => {
    const units = unitsOf(period, unit)
    expect(units).toHaveLength(count)
    expect(daysOfUnit(units[0] ?? '', unit, period)).toEqual(first)
    expect(daysOfUnit(units.at(-1) ?? '', unit, period)).toEqual(last)
  },
)

test('weeks begin on Monday, also across the end of a year', () => {
  expect(firstDayOf('2027-01-03', 'week')).toBe('2026-12-28')
  expect(firstDayOf('2027-01-04', 'week')).toBe('2027-01-04')
  expect(firstDayOf('2026-02-28', 'month')).toBe('2026-02-01')
  expect(unitsOf({ startDate: '2026-12-31', endDate: '2027-01-04' }, 'week')).toEqual([
    '2026-12-28',
    '2027-01-04',
  ])
})

test('in a period with days of several years, weeks and months say their year, and no two have the same name', () => {
  const period = { startDate: '2025-01-01', endDate: '2027-01-01' }
  for (const unit of ['week', 'month'] as const) {
    const columns = unitsOf(period, unit).map(first => columnOf(first, unit, period))
    expect(columns[0]?.label).toContain('2025')
    for (const part of ['label', 'name'] as const)
      expect(new Set(columns.map(column => column[part])).size).toBe(columns.length)
  }
  const sameYear = { startDate: '2026-01-01', endDate: '2026-12-31' }
  expect(columnOf('2026-03-02', 'week', sameYear).label).not.toContain('2026')
  expect(columnOf('2026-03-01', 'month', sameYear).label).not.toContain('2026')
})

test.each([
  ['en-US', { label: 'Oct 5', name: 'Mon Oct 5' }],
  ['en-GB', { label: '5 Oct', name: 'Mon 5 Oct' }],
])(
  'in %s the label of a day and its name have the day and the month in the same order',
  async (locale, texts) => {
    class FormatOfLocale extends Intl.DateTimeFormat {
      constructor(_: unknown, options?: Intl.DateTimeFormatOptions) {
        super(locale, options)
      }
    }
    vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(FormatOfLocale)
    // Formatters are kept, so those of this locale need the modules again.
    vi.resetModules()
    const { columnOf } = await import('./periods.ts')
    expect(columnOf('2026-10-05', 'day', period)).toEqual(texts)
  },
)
