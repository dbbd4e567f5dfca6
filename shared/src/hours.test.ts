import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addMinutes,
  decimalHours,
  decimalMinutes,
  decimalReading,
  formatHours,
  hoursNumber,
  hoursText,
  minutesOf,
  minutesOfDecimal,
  normaliseHours,
  parseHours,
  readWrittenHours,
  sayHours,
  spellHours,
} from './hours.ts'

const anyMinutes = fc.integer({ min: 1, max: 10_000_000 })

describe('parse', () => {
  test.each([
    ['1', 60],
    ['1.', 60],
    ['1.0', 60],
    ['1.3', 90],
    ['1.30', 90],
    ['1.03', 63],
    ['1.5', 110],
    ['.5', 50],
    ['0.01', 1],
    [' 7.45 ', 465],
    ['1.75', 135],
    ['1.60', 120],
    ['23.60', 1440],
    ['24', 1440],
    [1.3, 90],
    [1.05, 65],
    [24, 1440],
  ])('%j is %i minutes', (value, minutes) => {
    expect(parseHours(value, 24)).toEqual({ minutes })
  })

  test.each([
    [undefined, 'missing'],
    [null, 'missing'],
    ['', 'missing'],
    ['  ', 'missing'],
    ['abc', 'malformed'],
    ['.', 'malformed'],
    ['1,30', 'malformed'],
    ['1:30', 'malformed'],
    ['1.305', 'malformed'],
    ['1e1', 'malformed'],
    ['0x10', 'malformed'],
    ['1 2', 'malformed'],
    [0.1 + 0.2, 'malformed'],
    [Number.NaN, 'malformed'],
    [Number.POSITIVE_INFINITY, 'malformed'],
    [true, 'malformed'],
    [[1], 'malformed'],
    [{}, 'malformed'],
    ['0', 'notPositive'],
    ['0.00', 'notPositive'],
    ['-0', 'notPositive'],
    ['-1.30', 'notPositive'],
    [-1, 'notPositive'],
    ['24.01', 'tooMany'],
    ['23.99', 'tooMany'],
    ['1000000', 'tooMany'],
  ])('%j: %s', (value, problem) => {
    expect(parseHours(value, 24)).toEqual({ problem })
  })
})

describe('normalise', () => {
  test.each([
    ['1.5', '1.50'],
    ['1.75', '2.15'],
    ['7', '7.00'],
    ['.3', '0.30'],
    ['-2', '0.00'],
    ['-0.30', '0.00'],
    ['0', '0.00'],
    ['', ''],
    ['abc', 'abc'],
    ['99.99', '100.39'],
  ])('%j becomes %j', (typed, shown) => {
    expect(normaliseHours(typed)).toBe(shown)
  })

  test('normalising twice gives the same as once', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String), anyMinutes.map(hoursText)), text => {
        expect(normaliseHours(normaliseHours(text))).toBe(normaliseHours(text))
      }),
    )
  })
})

describe('format', () => {
  test.each([
    [450, '7.30', 7.3, '7h 30m', '7 h 30 min', '7 hours 30 minutes', '7.50 hours'],
    [420, '7.00', 7, '7h', '7 h', '7 hours', '7.00 hours'],
    [45, '0.45', 0.45, '45m', '45 min', '45 minutes', '0.75 hours'],
    [65, '1.05', 1.05, '1h 5m', '1 h 5 min', '1 hour 5 minutes', '1.08 hours'],
    [0, '0.00', 0, '0m', '0 min', '0 minutes', '0.00 hours'],
    [61, '1.01', 1.01, '1h 1m', '1 h 1 min', '1 hour 1 minute', '1.02 hours'],
    [50, '0.50', 0.5, '50m', '50 min', '50 minutes', '0.83 hours'],
  ])('%i minutes', (minutes, text, number, short, spelled, said, decimal) => {
    expect(hoursText(minutes)).toBe(text)
    expect(hoursNumber(minutes)).toBe(number)
    expect(formatHours(minutes)).toBe(short)
    expect(spellHours(minutes)).toBe(spelled)
    expect(sayHours(minutes)).toBe(said)
    expect(decimalHours(minutes)).toBe(decimal)
  })
})

test.each([
  [7.5, 450],
  [0.1, 6],
  [8.1, 486],
  [9999.9, 599_994],
])('%d decimal hours of a task are %d minutes', (hours, minutes) => {
  expect(minutesOfDecimal(hours)).toBe(minutes)
})

test('0.45 + 0.30 is 1.15', () => {
  expect(hoursText(addMinutes([minutesOf(0.45), minutesOf(0.3)]))).toBe('1.15')
})

describe('for every number of minutes', () => {
  test('text and number are parsed to the same minutes', () => {
    fc.assert(
      fc.property(anyMinutes, minutes => {
        expect(parseHours(hoursText(minutes), Number.POSITIVE_INFINITY)).toEqual({ minutes })
        expect(minutesOf(hoursNumber(minutes))).toBe(minutes)
        expect(minutesOf(JSON.parse(JSON.stringify(hoursNumber(minutes))))).toBe(minutes)
      }),
    )
  })

  test('a sum of many values is exact', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1440 }), { maxLength: 1000 }), list => {
        const total = addMinutes(list.map(minutes => minutesOf(hoursNumber(minutes))))
        expect(total).toBe(list.reduce((sum, minutes) => sum + minutes, 0))
        expect(Number.isInteger(total)).toBe(true)
      }),
    )
  })

  test('hours of more than two digits are parsed from the short form', () => {
    fc.assert(
      fc.property(anyMinutes, minutes => {
        const [, hours = '0', rest = '0'] = /^(?:(\d+)h)?(?: ?(\d+)m)?$/.exec(formatHours(minutes)) ?? []
        expect(Number(hours) * 60 + Number(rest)).toBe(minutes)
      }),
    )
  })
})

describe('common notations of hours', () => {
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
    // Digits without a unit don't change.
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

  test('every notation of a time is read as that time', () => {
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

  test('every result is hour.minutes, also for unfinished input', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789.,:hm inutesour'), maxLength: 12 })
    fc.assert(
      fc.property(typed, text => {
        const read = readWrittenHours(text)
        if (read !== undefined) expect(read).toMatch(/^\d*(\.\d+)?$/)
      }),
    )
  })
})

describe('hours that can only be a decimal', () => {
  test.each([
    [1.75, 105],
    ['1.75', 105],
    [' 1.60 ', 96],
    [1.6, 96],
    [0.9, 54],
    ['.99', 59],
    ['+2.60', 156],
    [24.75, 1485],
  ])('%j means %i minutes', (value, minutes) => {
    expect(decimalMinutes(value)).toBe(minutes)
  })

  test.each([
    1,
    1.5,
    '1.59',
    1.3,
    '0.45',
    '2.',
    0,
    '0.00',
    -1.75,
    '1.755',
    '1e3',
    '',
    'soon',
    null,
    undefined,
    [1.75],
    {},
  ])('%j is none', value => {
    expect(decimalMinutes(value)).toBeUndefined()
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
