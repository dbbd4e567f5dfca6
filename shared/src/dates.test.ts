import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  countDays,
  type DatePreset,
  datePresets,
  daysOfMonth,
  daysOfYear,
  daysWithin,
  earliestToday,
  isDay,
  isMonth,
  isoWeekday,
  isWithinEditWindow,
  latestToday,
  localDay,
  localDayOf,
  noonOf,
  presetOf,
  spanBefore,
  spanOf,
  toInstant,
  wholeMonths,
} from './dates.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})
const inZone = <T>(name: string, work: () => T): T => {
  process.env.TZ = name
  return work()
}

test.each([
  ['2026-03-31', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-3-1', false],
  ['2026-03-31T00:00:00Z', false],
  ['+002026-03-31', false],
  ['', false],
  ['today', false],
])('%s is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})

describe('the current date in all zones', () => {
  test.each([
    ['2026-03-10T09:59:59.999Z', '2026-03-10', '2026-03-09'],
    ['2026-03-10T10:00:00.000Z', '2026-03-11', '2026-03-09'],
    ['2026-03-10T11:59:59.999Z', '2026-03-11', '2026-03-09'],
    ['2026-03-10T12:00:00.000Z', '2026-03-11', '2026-03-10'],
    ['2026-12-31T12:00:00.000Z', '2027-01-01', '2026-12-31'],
    ['2024-02-28T12:00:00.000Z', '2024-02-29', '2024-02-28'],
    ['2026-02-28T12:00:00.000Z', '2026-03-01', '2026-02-28'],
  ])('at %s the latest date is %s and the earliest %s', (now, latest, earliest) => {
    expect(latestToday(new Date(now))).toBe(latest)
    expect(earliestToday(new Date(now))).toBe(earliest)
  })

  test.each([
    'Etc/GMT+12',
    'UTC',
    'Pacific/Kiritimati',
    'America/New_York',
    'Europe/Berlin',
    'Asia/Kathmandu',
  ])('the local day in %s is within them', name => {
    inZone(name, () =>
      fc.assert(
        fc.property(
          fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
          now => {
            expect(localDay(now) <= latestToday(now)).toBe(true)
            expect(localDay(now) >= earliestToday(now)).toBe(true)
          },
        ),
      ),
    )
  })
})

describe('the local day', () => {
  test.each([
    ['Etc/GMT+12', '2026-03-10T11:59:59Z', '2026-03-09'],
    ['Etc/GMT+12', '2026-03-10T12:00:00Z', '2026-03-10'],
    ['UTC', '2026-03-09T23:59:59Z', '2026-03-09'],
    ['UTC', '2026-03-10T00:00:00Z', '2026-03-10'],
    ['Pacific/Kiritimati', '2026-03-09T09:59:59Z', '2026-03-09'],
    ['Pacific/Kiritimati', '2026-03-09T10:00:00Z', '2026-03-10'],
    ['America/New_York', '2026-03-08T04:59:59Z', '2026-03-07'],
    ['America/New_York', '2026-03-09T03:59:59Z', '2026-03-08'],
    ['America/New_York', '2026-11-01T03:59:59Z', '2026-10-31'],
    ['America/New_York', '2026-11-02T04:59:59Z', '2026-11-01'],
  ])('in %s at %s it is %s', (name, now, day) => {
    expect(inZone(name, () => localDay(new Date(now)))).toBe(day)
    expect(inZone(name, () => localDayOf(now))).toBe(day)
  })

  test.each([
    'Etc/GMT+12',
    'UTC',
    'Pacific/Kiritimati',
    'America/New_York',
    'Europe/Berlin',
    'America/Sao_Paulo',
  ])('noon in %s is on the same day', name => {
    inZone(name, () => {
      for (let day = '2023-12-30'; day < '2025-03-02'; day = addDays(day, 1))
        expect(localDay(noonOf(day))).toBe(day)
    })
  })
})

test.each([
  ['2026-03-31', 1, '2026-04-01'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2024-03-01', -1, '2024-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-03-08', 1, '2026-03-09'],
  ['2026-11-01', 1, '2026-11-02'],
])('%s and %i days is %s, in every zone', (day, count, expected) => {
  for (const name of ['UTC', 'America/New_York', 'Pacific/Kiritimati', 'Etc/GMT+12']) {
    expect(inZone(name, () => addDays(day, count))).toBe(expected)
  }
})

describe('the edit window', () => {
  test.each([
    ['2026-03-10', 3, true],
    ['2026-03-09', 3, true],
    ['2026-03-08', 3, true],
    ['2026-03-07', 3, false],
    ['2026-03-11', 3, true],
    ['2026-03-10', 1, true],
    ['2026-03-09', 1, false],
  ])('a report of %s on 2026-03-10 with %i days: %s', (day, days, expected) => {
    expect(isWithinEditWindow(day, '2026-03-10', days)).toBe(expected)
  })

  test('works across the ends of months and years and leap days', () => {
    expect(isWithinEditWindow('2025-12-30', '2026-01-01', 3)).toBe(true)
    expect(isWithinEditWindow('2025-12-29', '2026-01-01', 3)).toBe(false)
    expect(isWithinEditWindow('2024-02-28', '2024-03-01', 3)).toBe(true)
    expect(isWithinEditWindow('2026-02-26', '2026-03-01', 3)).toBe(false)
  })
})

test('instants have the same length, so that text order is time order', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), date => {
      expect(toInstant(date.getTime())).toHaveLength(24)
    }),
  )
})

describe('date presets', () => {
  test.each<[DatePreset, string, string, string]>([
    ['today', '2026-03-31', '2026-03-31', '2026-03-31'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['yesterday', '2024-03-01', '2024-02-29', '2024-02-29'],
    // A Monday, a Sunday, and a week across the end of the year.
    ['this-week', '2026-03-30', '2026-03-30', '2026-04-05'],
    ['this-week', '2026-04-05', '2026-03-30', '2026-04-05'],
    ['this-week', '2026-01-01', '2025-12-29', '2026-01-04'],
    ['last-week', '2026-01-01', '2025-12-22', '2025-12-28'],
    ['last-week', '2026-03-30', '2026-03-23', '2026-03-29'],
    ['this-month', '2026-02-10', '2026-02-01', '2026-02-28'],
    ['this-month', '2024-02-29', '2024-02-01', '2024-02-29'],
    ['this-month', '2026-12-31', '2026-12-01', '2026-12-31'],
    ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['last-month', '2026-01-15', '2025-12-01', '2025-12-31'],
    ['this-quarter', '2026-03-31', '2026-01-01', '2026-03-31'],
    ['this-quarter', '2026-11-18', '2026-10-01', '2026-12-31'],
    ['last-quarter', '2026-02-10', '2025-10-01', '2025-12-31'],
    ['last-quarter', '2024-05-31', '2024-01-01', '2024-03-31'],
  ])('%s on %s is %s to %s', (preset, today, startDate, endDate) => {
    expect(spanOf(preset, today)).toEqual({ startDate, endDate })
  })

  test('the preset of a range is found by its days', () => {
    const days = fc.integer({ min: 0, max: 20_000 }).map(count => addDays('1999-12-31', count))
    fc.assert(
      fc.property(days, today => {
        for (const preset of Object.keys(datePresets) as DatePreset[]) {
          const { startDate, endDate } = spanOf(preset, today)
          expect(presetOf(startDate, endDate, today)).toBe(preset)
          expect(presetOf(addDays(startDate, -1), endDate, today)).toBeUndefined()
        }
        expect(presetOf('', '', today)).toBeUndefined()
      }),
    )
  })

  test('don’t depend on the local zone', () => {
    for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC']) {
      inZone(zone, () => expect(spanOf('this-week', '2026-03-31').startDate).toBe('2026-03-30'))
    }
  })
})

describe('months, years and weekdays', () => {
  test.each([
    ['2026-03', true],
    ['2026-13', false],
    ['2026-00', false],
    ['2026-3', false],
    ['2026-03-01', false],
    ['', false],
  ])('%s is a month: %s', (text, expected) => {
    expect(isMonth(text)).toBe(expected)
  })

  test.each([
    ['2026-02', 28],
    ['2024-02', 29],
    ['2100-02', 28],
    ['2026-12', 31],
  ])('%s has %i days', (month, count) => {
    const days = daysOfMonth(month)
    expect(days).toHaveLength(count)
    expect([days[0], days.at(-1)]).toEqual([`${month}-01`, `${month}-${count}`])
    expect(countDays(`${month}-01`, days.at(-1) ?? '')).toBe(count)
  })

  test('a year has all days, and weeks begin on Monday', () => {
    expect([daysOfYear('2026').length, daysOfYear('2024').length]).toEqual([365, 366])
    expect(daysWithin('2026-03-09', '2026-03-15').map(isoWeekday)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(daysWithin('2026-03-09', '2026-03-08')).toEqual([])
  })
})

test.each([
  ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['2024-02-01', '2024-02-29', '2024-01-01', '2024-01-31'],
  ['2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
  ['2025-12-01', '2026-01-31', '2025-10-01', '2025-11-30'],
  ['2026-03-01', '2026-03-30', '2026-01-30', '2026-02-28'],
  ['2026-03-02', '2026-03-31', '2026-01-31', '2026-03-01'],
  ['2026-03-09', '2026-03-15', '2026-03-02', '2026-03-08'],
  ['2026-01-01', '2026-01-01', '2025-12-31', '2025-12-31'],
])('%s to %s is compared with %s to %s', (startDate, endDate, start, end) => {
  expect(spanBefore({ startDate, endDate })).toEqual({ startDate: start, endDate: end })
})

test.each([
  ['2026-10-01', '2026-10-31', 1],
  ['2026-07-01', '2026-09-30', 3],
  ['2025-12-01', '2026-01-31', 2],
  ['2026-02-01', '2026-02-27', 0],
  ['2026-02-02', '2026-02-28', 0],
])('%s to %s has %d whole months', (startDate, endDate, months) => {
  expect(wholeMonths({ startDate, endDate })).toBe(months)
})

test('months are added and subtracted', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(addMonths('2026-06', 25)).toBe('2028-07')
})
