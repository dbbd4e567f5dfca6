import { expect, test } from 'vitest'
import { dayMessages } from '#shared/messages/days.ts'
import { settingsMessages } from '#shared/messages/settings.ts'
import { readCalendarFile } from './read-calendar-file.ts'

const file = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1@example.com', ...lines, 'END:VEVENT']
const read = (...lines: string[]) => readCalendarFile(file(...event(...lines)), 2026)
const day = 'DTSTART;VALUE=DATE:20261225'
const christmas = { date: '2026-12-25', name: 'Christmas Day' }

test.each([
  ['an all-day event', [day, 'DTEND;VALUE=DATE:20261226', 'SUMMARY:Christmas Day']],
  ['without an end', [day, 'SUMMARY:Christmas Day']],
  ['with a duration', [day, 'DURATION:P1D', 'SUMMARY:Christmas Day']],
  ['that ends on its own day', [day, 'DTEND;VALUE=DATE:20261225', 'SUMMARY:Christmas Day']],
  ['with a language', [day, 'SUMMARY;LANGUAGE=en-us:Christmas Day']],
  ['with a quoted parameter', [day, 'SUMMARY;X-A="b:c;d":Christmas Day']],
  ['folded', [day, 'SUMMARY:Christ', ' mas', '\t Day']],
  [
    'from midnight to midnight',
    ['DTSTART:20261225T000000', 'DTEND:20261226T000000', 'SUMMARY:Christmas Day'],
  ],
  ['in lower case', ['dtstart;value=date:20261225', 'summary:Christmas Day']],
  ['with an alarm', [day, 'SUMMARY:Christmas Day', 'BEGIN:VALARM', 'SUMMARY:Wake up', 'END:VALARM']],
  ['with an alarm first', [day, 'BEGIN:VALARM', 'SUMMARY:Wake up', 'END:VALARM', 'SUMMARY:Christmas Day']],
])('%s', (_, lines) => {
  expect(read(...lines)).toEqual({ holidays: [christmas], problems: [] })
})

test('escaped characters in a name', () => {
  expect(read(day, 'SUMMARY:Day of Peace\\, Work\\; and\\nRest \\\\o/').holidays).toEqual([
    { date: '2026-12-25', name: 'Day of Peace, Work; and Rest \\o/' },
  ])
})

test('several days are a holiday each, over the end of a month too', () => {
  const { holidays } = read('DTSTART;VALUE=DATE:20261230', 'DTEND;VALUE=DATE:20270102', 'SUMMARY:Closed')
  expect(holidays.map(({ date }) => date)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01'])
  expect(read('DTSTART;VALUE=DATE:20261230', 'DURATION:P1W', 'SUMMARY:Closed').holidays).toHaveLength(7)
})

test.each([
  ['every year', 'RRULE:FREQ=YEARLY', ['2026-12-25', '2027-12-25', '2028-12-25']],
  ['until', 'RRULE:FREQ=YEARLY;UNTIL=20271231', ['2026-12-25', '2027-12-25']],
  ['a count of years', 'RRULE:FREQ=YEARLY;COUNT=8', ['2026-12-25', '2027-12-25']],
  ['every second year', 'RRULE:FREQ=YEARLY;INTERVAL=2', ['2026-12-25', '2028-12-25']],
])('an old event that comes back: %s', (_, rule, dates) => {
  const { holidays } = read('DTSTART;VALUE=DATE:20201225', 'SUMMARY:Christmas Day', rule)
  expect(holidays.map(({ date }) => date)).toEqual(dates)
})

test('a rule that names weekdays is not computed: the event counts on its own date', () => {
  const rule = 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH'
  expect(read('DTSTART;VALUE=DATE:20261126', 'SUMMARY:Thanksgiving', rule).holidays).toEqual([
    { date: '2026-11-26', name: 'Thanksgiving' },
  ])
})

test.each([
  [
    'at a time',
    ['DTSTART;TZID=Europe/Berlin:20261225T090000', 'SUMMARY:Meeting'],
    settingsMessages.eventNotWholeDay,
  ],
  ['without a date', ['SUMMARY:Meeting'], settingsMessages.eventNotWholeDay],
  ['on no day', ['DTSTART;VALUE=DATE:20260230', 'SUMMARY:Meeting'], settingsMessages.eventNotWholeDay],
  ['of a year', [day, 'DTEND;VALUE=DATE:20271225', 'SUMMARY:Meeting'], settingsMessages.eventTooLong(31)],
])('%s: said, with its name and line', (_, lines, reason) => {
  expect(read(...lines)).toEqual({ holidays: [], problems: [{ line: 3, text: 'Meeting', reason }] })
})

test('an event without a name is a problem, one that was cancelled is not there', () => {
  expect(read(day).problems).toEqual([
    { line: 3, text: settingsMessages.eventWithoutName, reason: dayMessages.holidayNameRequired },
  ])
  expect(read(day, 'SUMMARY:Gone', 'STATUS:CANCELLED')).toEqual({ holidays: [], problems: [] })
})

test('other line ends, a byte order mark, other components, and a file that is something else', () => {
  const text = file('BEGIN:VTODO', 'SUMMARY:Not this', 'END:VTODO', ...event(day, 'SUMMARY:Christmas Day'))
  expect(readCalendarFile(`\uFEFF${text.replaceAll('\r\n', '\n')}`, 2026).holidays).toEqual([christmas])
  expect(readCalendarFile('PK\u0003\u0004 not a calendar', 2026)).toEqual({ holidays: [], problems: [] })
})
