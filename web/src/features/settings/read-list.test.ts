import { expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { newHolidays } from './found-holidays.ts'
import { readList } from './read-list.ts'

const christmas = { date: '2026-12-25', name: 'Christmas Day' }

test.each([
  '2026-12-25, Christmas Day',
  '2026-12-25 Christmas Day',
  '2026-12-25\tChristmas Day',
  '2026-12-25;Christmas Day',
  '2026-12-25 – Christmas Day',
  '2026-12-25: Christmas Day',
  '2026/12/25,Christmas Day',
  '2026.12.25 Christmas Day',
  '20261225,Christmas Day',
  '25.12.2026 Christmas Day',
  '25. 12. 2026 Christmas Day',
  '25/12/2026, Christmas Day',
  '12/25/2026, Christmas Day',
  '25-12-2026, Christmas Day',
  '25 December 2026, Christmas Day',
  '25th December 2026, Christmas Day',
  '25 Dec 2026 Christmas Day',
  '25-Dec-2026,Christmas Day',
  'December 25, 2026, Christmas Day',
  'Dec 25 2026: Christmas Day',
  'Christmas Day, 2026-12-25',
  'Christmas Day - 25 December 2026',
  '"2026-12-25","Christmas Day"',
  '2026-12-25,"Christmas Day"',
  '"December 25, 2026",Christmas Day',
  '  2026-12-25 ,  Christmas Day  ',
])('%s', line => {
  expect(readList(line)).toEqual({ holidays: [christmas], problems: [] })
})

test('dates with single digits or an equal day and month, and names with digits or dashes are read', () => {
  const text = [
    '1.5.2026 Labour Day',
    '5/5/2026 Fifth',
    '2026-1-6 Three Kings',
    '2026-05-08, V-E Day, 1945',
  ].join('\n')
  expect(readList(text).holidays).toEqual([
    { date: '2026-05-01', name: 'Labour Day' },
    { date: '2026-05-05', name: 'Fifth' },
    { date: '2026-01-06', name: 'Three Kings' },
    { date: '2026-05-08', name: 'V-E Day, 1945' },
  ])
})

test.each([
  ['Christmas Day', messages.settings.lineWithoutDate],
  ['25 December, Christmas Day', messages.settings.lineWithoutDate],
  ['04/05/2026, Something', messages.settings.dateAmbiguous],
  ['2026-02-30, Something', messages.settings.dateUnknown],
  ['31/31/2026, Something', messages.settings.dateUnknown],
  ['25 Xyz 2026, Something', messages.settings.dateUnknown],
  ['2026-12-25', messages.settings.holidayNameRequired],
  ['1999-12-25, Too early', messages.fields.dayTooEarly],
  ['2101-12-25, Too late', messages.fields.dayTooLate],
])('%s is not guessed', (line, reason) => {
  expect(readList(`${line}\n2026-12-25, Christmas Day`)).toEqual({
    holidays: [christmas],
    problems: [{ line: 1, text: line, reason }],
  })
})

test('blank lines and the header of a table are skipped, and problems have the number of their line', () => {
  const { holidays, problems } = readList('Date,Name\r\n\r\n2026-12-25,Christmas Day\r\nBoxing Day\r\n')
  expect(holidays).toEqual([christmas])
  expect(problems.map(({ line }) => line)).toEqual([4])
})

test.each([
  ['spaces', ' '],
  ['commas', ', '],
  ['dashes', ' –'],
  ['quotes', '" '],
  ['words', 'ab '],
  ['digits', '1 '],
])('a line of a megabyte with %s in it is read without delay', (_what, part) => {
  const line = `2026-12-25, Christmas${part.repeat(2 ** 20 / part.length)}Day`
  expect(readList(`${line}\n2026-12-25, Christmas Day`)).toEqual({
    holidays: [christmas],
    problems: [{ line: 1, text: line, reason: messages.fields.tooLong('Name', limits.holidayNameMax) }],
  })
})

test('newHolidays returns each new date once, in order', () => {
  const other = { date: '2026-01-01', name: 'New Year' }
  const again = { ...other, name: 'Again' }
  expect(newHolidays([christmas, other, again], new Set())).toEqual([other, christmas])
  expect(newHolidays([christmas, other], new Set(['2026-12-25']))).toEqual([other])
})
