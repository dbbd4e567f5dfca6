import { expect, test } from 'vitest'
import { decimalMinutes as decimalOnServer, parseHours, readWrittenHours } from '#shared/hours.ts'
import { decimalMinutes, minutesOf, readHours } from './daily.mjs'

// The command line is one file without imports, so it has its own copy of how hours are read.

const written = [
  ...[
    '1h30',
    '1:30',
    '1.30',
    '1,30',
    '1h 30m',
    '1 h 30 min',
    '1 hour 30 minutes',
    '90m',
    '90 min',
    '2h',
    '2',
  ],
  ...[
    '1.5',
    '1.75',
    '1,75',
    '0.9',
    '1.60h',
    '1h75',
    '1,5',
    '.45',
    '0:45',
    '1:30:40',
    '1 30',
    ' 2H ',
    '1h3',
    '24h',
    '25h',
    '0',
    '0m',
    '000000001h',
  ],
  ...[
    '',
    ' ',
    '-1',
    '1.305',
    '1h30x',
    'an hour',
    'h',
    ':',
    '.',
    '1..5',
    '1e3',
    '٣',
    '1'.repeat(41),
    '9999999999',
  ],
]

test('hours are read as the form of a report reads them', () => {
  expect(written.map(text => [text, readHours(text)])).toEqual(
    written.map(text => [text, readWrittenHours(text)]),
  )
})

test('hour.minutes are the minutes that the server counts', () => {
  for (const text of written) {
    const hours = readWrittenHours(text)
    if (hours === undefined) continue
    const { minutes, problem } = parseHours(hours, Number.POSITIVE_INFINITY)
    const read = minutesOf(hours)
    expect([text, read || undefined], problem).toEqual([text, minutes])
  }
})

test('hours that the server would refuse as decimals are refused before they are stored', () => {
  const refused = written.filter(text => {
    const hours = readWrittenHours(text)
    if (!hours || !minutesOf(hours)) return false
    expect([text, decimalMinutes(hours)]).toEqual([text, decimalOnServer(hours)])
    return decimalMinutes(hours) !== undefined
  })
  expect(refused).toEqual(['1.75', '1,75', '0.9', '1.60h'])
})
