import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalReading } from './decimal-reading.ts'
import { formatHours, hoursText, normaliseHours, spellHours } from './hours.ts'
import { readWrittenHours } from './written-hours.ts'

describe('hours as people write them', () => {
  test.each([
    ['1:30', '1.30'],
    ['01:30', '1.30'],
    ['1:5', '1.05'],
    ['1:', '1.00'],
    [':45', '0.45'],
    ['1:30 h', '1.30'],
    ['01:30:00', '1.30'],
    ['0:29:40', '0.30'],
    ['1h30', '1.30'],
    ['1h 30m', '1.30'],
    ['1h5', '1.05'],
    ['1 h 30 min', '1.30'],
    ['1H30M', '1.30'],
    ['1 hour 5 minutes', '1.05'],
    ['2 hrs', '2.00'],
    ['1h 90m', '2.30'],
    ['2h', '2.00'],
    ['1 30', '1.30'],
    ['90m', '1.30'],
    ['90 min', '1.30'],
    ['45 mins', '0.45'],
    ['1,30', '1.30'],
    ['1,5', '1.5'],
    [',45', '.45'],
    ['.45', '.45'],
    ['1.30', '1.30'],
    ['1.5h', '1.5'],
    [' 1.30\n', '1.30'],
    ['1.', '1'],
    ['2', '2'],
    ['1:75', '2.15'],
    ['', ''],
    [':', ''],
    ['h', ''],
    [',', ''],
  ])('%j is %j', (text, hours) => {
    expect(readWrittenHours(text)).toBe(hours)
  })

  test.each([
    ['1:30', '90'],
    ['1h30', '90'],
    ['90m', '90'],
    ['2h', '120'],
    ['1:', '60'],
    // Digits without a unit stay as they were written.
    ['1,5', '1.5'],
    ['2', '2'],
    ['2 days', undefined],
  ])('%j is %j where the field is in minutes', (text, minutes) => {
    expect(readWrittenHours(text, String)).toBe(minutes)
  })

  test.each([
    'm',
    '-1',
    '1.30m',
    '1h30h',
    '1m30',
    '1:30:00:00',
    '1 2 3',
    '1.2.3',
    '1e3',
    'about 2',
    '2 days',
    '1h 30m of work',
    '1234567890',
    `${' '.repeat(30)}1${'h'.repeat(41)}`,
  ])('%j is not read', text => {
    expect(readWrittenHours(text)).toBeUndefined()
  })

  const notations: ((hours: number, minutes: number) => string)[] = [
    (hours, minutes) => `${hours}:${String(minutes).padStart(2, '0')}`,
    (hours, minutes) => `${hours}h${minutes}`,
    (hours, minutes) => `${hours}h ${minutes}m`,
    (hours, minutes) => `${hours} hours ${minutes} minutes`,
    (hours, minutes) => `${hours},${String(minutes).padStart(2, '0')}`,
    (hours, minutes) => `${hours * 60 + minutes} min`,
    (hours, minutes) => spellHours(hours * 60 + minutes),
    (hours, minutes) => formatHours(hours * 60 + minutes),
  ]

  test('every notation of a time means that time', () => {
    const hours = fc.integer({ min: 0, max: 99_999 })
    const minutes = fc.integer({ min: 0, max: 59 })
    fc.assert(
      fc.property(hours, minutes, fc.constantFrom(...notations), (hour, minute, notation) => {
        fc.pre(hour + minute > 0)
        const read = readWrittenHours(notation(hour, minute)) ?? 'unread'
        expect(normaliseHours(read)).toBe(hoursText(hour * 60 + minute))
      }),
    )
  })

  test('whatever is read is hour.minutes, also half typed', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789.,:hm inutesour'), maxLength: 12 })
    fc.assert(
      fc.property(typed, text => {
        const read = readWrittenHours(text)
        if (read !== undefined) expect(read).toMatch(/^\d*(\.\d+)?$/)
      }),
    )
  })
})

describe('a text that may be meant as a decimal', () => {
  test.each([
    ['1.5', 90],
    ['.5', 30],
    ['0.1', 6],
    ['1.75', 105],
    ['1.60', 96],
    ['1.99', 119],
    ['2.3', 138],
  ])('%s could be %i minutes', (text, minutes) => {
    expect(decimalReading(text)).toBe(minutes)
  })

  test.each([
    '1.30',
    '1.15',
    '1.25',
    '1.45',
    '0.20',
    '0.50',
    '1.59',
    '2',
    '2.0',
    '0.0',
    '',
    '-1.5',
    '1.5h',
    '1.234',
  ])('%s could not', text => {
    expect(decimalReading(text)).toBeUndefined()
  })
})
