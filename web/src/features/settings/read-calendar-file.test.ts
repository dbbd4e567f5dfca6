import { expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
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

test('escaped characters in a name are unescaped', () => {
  expect(read(day, 'SUMMARY:Day of Peace\\, Work\\; and\\nRest \\\\o/').holidays).toEqual([
    { date: '2026-12-25', name: 'Day of Peace, Work; and Rest \\o/' },
  ])
})

test('an event of several days is one holiday for each day, also across the end of a month', () => {
  const { holidays } = read('DTSTART;VALUE=DATE:20261230', 'DTEND;VALUE=DATE:20270102', 'SUMMARY:Closed')
  expect(holidays.map(({ date }) => date)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01'])
  expect(read('DTSTART;VALUE=DATE:20261230', 'DURATION:P1W', 'SUMMARY:Closed').holidays).toHaveLength(7)
})

test.each([
  ['every year', 'RRULE:FREQ=YEARLY', ['2026-12-25', '2027-12-25', '2028-12-25']],
  ['until', 'RRULE:FREQ=YEARLY;UNTIL=20271231', ['2026-12-25', '2027-12-25']],
  ['a count of years', 'RRULE:FREQ=YEARLY;COUNT=8', ['2026-12-25', '2027-12-25']],
  ['every second year', 'RRULE:FREQ=YEARLY;INTERVAL=2', ['2026-12-25', '2028-12-25']],
])('a past event that repeats (%s) is read with its next dates', (_, rule, dates) => {
  const { holidays } = read('DTSTART;VALUE=DATE:20201225', 'SUMMARY:Christmas Day', rule)
  expect(holidays.map(({ date }) => date)).toEqual(dates)
})

test('a rule with weekdays is not computed, and only the first date is used', () => {
  const rule = 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH'
  expect(read('DTSTART;VALUE=DATE:20261126', 'SUMMARY:Thanksgiving', rule).holidays).toEqual([
    { date: '2026-11-26', name: 'Thanksgiving' },
  ])
})

test.each([
  [
    'at a time',
    ['DTSTART;TZID=Europe/Berlin:20261225T090000', 'SUMMARY:Meeting'],
    messages.settings.eventNotWholeDay,
  ],
  ['without a date', ['SUMMARY:Meeting'], messages.settings.eventNotWholeDay],
  ['on no day', ['DTSTART;VALUE=DATE:20260230', 'SUMMARY:Meeting'], messages.settings.eventNotWholeDay],
  ['of a year', [day, 'DTEND;VALUE=DATE:20271225', 'SUMMARY:Meeting'], messages.settings.eventTooLong(31)],
])('an event %s is a problem with its name and line', (_, lines, reason) => {
  expect(read(...lines)).toEqual({ holidays: [], problems: [{ line: 3, text: 'Meeting', reason }] })
})

test('an event without a name is a problem, and a cancelled event is skipped', () => {
  expect(read(day).problems).toEqual([
    { line: 3, text: messages.settings.eventWithoutName, reason: messages.settings.holidayNameRequired },
  ])
  expect(read(day, 'SUMMARY:Gone', 'STATUS:CANCELLED')).toEqual({ holidays: [], problems: [] })
})

test('other line ends, a byte order mark and other components are accepted, and another file format has no holidays', () => {
  const text = file('BEGIN:VTODO', 'SUMMARY:Not this', 'END:VTODO', ...event(day, 'SUMMARY:Christmas Day'))
  expect(readCalendarFile(`\uFEFF${text.replaceAll('\r\n', '\n')}`, 2026).holidays).toEqual([christmas])
  expect(readCalendarFile('PK\u0003\u0004 not a calendar', 2026)).toEqual({ holidays: [], problems: [] })
})

const old = 'DTSTART;VALUE=DATE:20201225'
const dates = (...lines: string[]) => read(...lines).holidays.map(({ date }) => date)

test.each([
  'FREQ=YEARLY;INTERVAL=-1',
  'FREQ=YEARLY;INTERVAL=0',
  'FREQ=YEARLY;INTERVAL=0.000001',
  'FREQ=YEARLY;INTERVAL=1e-9',
  'FREQ=YEARLY;INTERVAL=',
  'FREQ=YEARLY;INTERVAL',
  'FREQ=YEARLY;INTERVAL=1;INTERVAL=-1',
  'FREQ=YEARLY;INTERVAL=1=-1',
  'FREQ=YEARLY;COUNT=-1',
  'FREQ=YEARLY;COUNT=0',
  'FREQ=YEARLY;COUNT=Infinity',
  'FREQ=YEARLY;UNTIL=never',
  'FREQ=YEARLY;UNTIL=20260231',
  'FREQ=YEARLY;UNTIL=-99991231',
  'FREQ=SOMETIMES',
  'FREQ=YEARLY;RSCALE=HEBREW',
  'INTERVAL=1',
  'YEARLY',
  '',
])('an event with the invalid rule RRULE:%s is skipped and reported as a problem', rule => {
  expect(read(old, 'SUMMARY:Christmas Day', `RRULE:${rule}`)).toEqual({
    holidays: [],
    problems: [{ line: 3, text: 'Christmas Day', reason: messages.settings.eventRuleUnreadable }],
  })
})

test.each([
  ['a huge interval', `FREQ=YEARLY;INTERVAL=${'9'.repeat(400)}`, []],
  ['a huge count', `FREQ=YEARLY;COUNT=${'9'.repeat(400)}`, ['2026-12-25', '2027-12-25', '2028-12-25']],
  ['an end far away', 'FREQ=YEARLY;UNTIL=99991231T235959Z', ['2026-12-25', '2027-12-25', '2028-12-25']],
  ['an end in the past', 'FREQ=YEARLY;UNTIL=20211231', []],
  ['its own month and day', 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25;COUNT=7', ['2026-12-25']],
  ['another month', 'FREQ=YEARLY;BYMONTH=11', ['2020-12-25']],
])('a rule with %s has the expected dates', (_, rule, expected) => {
  expect(dates(old, 'SUMMARY:Christmas Day', `RRULE:${rule}`)).toEqual(expected)
})

test('29 February repeats in leap years only, and COUNT counts only those', () => {
  const start = 'DTSTART;VALUE=DATE:20160229'
  expect(dates(start, 'SUMMARY:Leap Day', 'RRULE:FREQ=YEARLY')).toEqual(['2028-02-29'])
  expect(dates(start, 'SUMMARY:Leap Day', 'RRULE:FREQ=YEARLY;COUNT=4')).toEqual(['2028-02-29'])
  expect(dates(start, 'SUMMARY:Leap Day', 'RRULE:FREQ=YEARLY;COUNT=3')).toEqual([])
})

const many = (count: number, ...lines: string[]) => file(`${event(...lines).join('\r\n')}\r\n`.repeat(count))

test.each([
  ['events of a month, long ago', ['DTSTART;VALUE=DATE:00010101', 'DURATION:P31D', 'SUMMARY:Old']],
  ['events of every year since the first', ['DTSTART;VALUE=DATE:00040229', 'RRULE:FREQ=YEARLY;COUNT=9999']],
  ['events with bad rules', [day, 'SUMMARY:Bad', 'RRULE:FREQ=YEARLY;INTERVAL=-1']],
  ['meetings', ['DTSTART:20261225T090000Z', 'SUMMARY:Meeting']],
])('only the first of 100,000 %s are read, and a problem says so', (_, lines) => {
  const found = readCalendarFile(many(100_000, ...lines), 2026)
  expect(found.problems[0]?.reason).toBe(messages.settings.eventsTooMany)
  expect(found.problems.length).toBeLessThanOrEqual(limits.calendarEventsMax + 1)
})

test('reading stops at the maximum number of holidays, and a problem says so', () => {
  const found = readCalendarFile(many(100, day, 'DURATION:P31D', 'SUMMARY:Closed', 'RRULE:FREQ=YEARLY'), 2026)
  expect(found.holidays).toHaveLength(limits.holidaysMax)
  expect(found.problems).toEqual([
    { line: expect.any(Number), text: 'Closed', reason: messages.settings.eventDaysTooMany },
  ])
})

test.each([
  ['a name of 10 MB', () => event(day, `SUMMARY:${'long '.repeat(2_000_000)}`)],
  ['a name folded a million times', () => event(day, `SUMMARY:x${'\r\n abcdefghi'.repeat(1_000_000)}`)],
  ['10 MB of quotes', () => event(day, `SUMMARY;X=${'"a"'.repeat(3_000_000)}`)],
  ['10 MB of quotes that never close', () => event(day, `SUMMARY;X="${'a'.repeat(10_000_000)}`)],
  ['components within each other', () => ['BEGIN:VALARM\r\n'.repeat(500_000)]],
])('a file with %s is read in linear time', (_, lines) => {
  const found = readCalendarFile(file(...lines()), 2026)
  expect(found.holidays).toEqual([])
  expect(JSON.stringify(found).length).toBeLessThan(1000)
})

test('an event has one problem, even if several of its days are invalid', () => {
  expect(read('DTSTART;VALUE=DATE:19991201', 'DURATION:P30D', 'SUMMARY:Past')).toEqual({
    holidays: [],
    problems: [{ line: 3, text: 'Past', reason: messages.fields.dayTooEarly }],
  })
})
