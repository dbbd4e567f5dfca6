import { describe, expect, test } from 'vitest'
import {
  changeSchedule,
  countLate,
  type DayFacts,
  type DayState,
  type PersonDays,
  type Schedule,
  stateOfDay,
  workingDaysOn,
} from './day-state.ts'

const weekdays: Schedule = [{ from: '', days: [1, 2, 3, 4, 5] }]
/** A developer on Tuesday 10 March 2026. */
const person: PersonDays = {
  today: '2026-03-10',
  isExpected: true,
  firstDay: '2026-01-05',
  lastDay: null,
  schedule: [],
  organizationSchedule: weekdays,
}
const nothing: DayFacts = { report: undefined, isOff: false, isHoliday: false }
const inTime = { created_at: '2026-03-09T16:00:00.000Z', time_zone: 'UTC' }
const tooLate = { created_at: '2026-03-10T00:00:00.000Z', time_zone: 'UTC' }

const [monday, tuesday, wednesday, saturday] = ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-07']

const stateOf = (day: string, facts: Partial<DayFacts> = {}, more: Partial<PersonDays> = {}) =>
  stateOfDay(day, { ...person, ...more }, { ...nothing, ...facts })

describe('each state', () => {
  test.each<[DayState, string, Partial<DayFacts>, Partial<PersonDays>]>([
    ['submitted', monday, { report: inTime }, {}],
    ['late', monday, { report: tooLate }, {}],
    ['none', monday, {}, { isExpected: false }],
    ['none', '2026-01-02', {}, {}],
    ['missing', '2026-01-05', {}, {}],
    ['none', monday, {}, { firstDay: null }],
    ['none', wednesday, {}, { lastDay: tuesday }],
    ['missing', monday, {}, { lastDay: monday }],
    ['off', monday, { isOff: true }, {}],
    ['holiday', monday, { isHoliday: true }, {}],
    ['free', saturday, {}, {}],
    ['future', wednesday, {}, {}],
    ['due', tuesday, {}, {}],
    ['missing', monday, {}, {}],
  ])('%s on %s with %j for %j', (state, day, facts, more) => {
    expect(stateOf(day, facts, more)).toBe(state)
  })
})

describe('the first state that applies', () => {
  const all = { report: inTime, isOff: true, isHoliday: true }
  const gone = { isExpected: false, firstDay: null, schedule: [{ from: '', days: [7] }] }

  test('a report decides first: on a day off, in another role, before the account existed', () => {
    expect(stateOf(monday, all, gone)).toBe('submitted')
    expect(stateOf(monday, { ...all, report: tooLate }, gone)).toBe('late')
    expect(stateOf(wednesday, all)).toBe('submitted')
  })

  test('then each state comes before the next', () => {
    const free = { schedule: [{ from: '', days: [7] }] }
    const [isOff, isHoliday] = [true, true]
    expect(stateOf(monday, { isOff, isHoliday }, { ...free, isExpected: false })).toBe('none')
    expect(stateOf(monday, { isOff, isHoliday }, { ...free, firstDay: tuesday })).toBe('none')
    expect(stateOf(monday, { isOff, isHoliday }, free)).toBe('off')
    expect(stateOf(monday, { isHoliday }, free)).toBe('holiday')
    expect(stateOf(monday, {}, free)).toBe('free')
    // Future days and today can be days off.
    expect(stateOf(wednesday, { isOff })).toBe('off')
    expect(stateOf(wednesday, { isHoliday })).toBe('holiday')
    expect(stateOf('2026-03-14')).toBe('free')
    expect(stateOf(tuesday, { isOff })).toBe('off')
    expect(stateOf(tuesday, {}, free)).toBe('free')
  })
})

describe('late', () => {
  test.each<[DayState, string, string, string]>([
    ['submitted', '2026-03-09', 'Etc/GMT+12', '2026-03-10T11:59:59.999Z'],
    ['late', '2026-03-09', 'Etc/GMT+12', '2026-03-10T12:00:00.000Z'],
    ['submitted', '2026-03-09', 'Pacific/Kiritimati', '2026-03-09T09:59:59.999Z'],
    ['late', '2026-03-09', 'Pacific/Kiritimati', '2026-03-09T10:00:00.000Z'],
    // Submitted from a zone where it was that day already.
    ['submitted', '2026-03-11', 'UTC', '2026-03-10T11:00:00.000Z'],
    ['submitted', '2026-03-29', 'Europe/Berlin', '2026-03-29T21:59:59.999Z'],
    ['late', '2026-03-29', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ])('%s: %s in %s, sent at %s', (state, day, time_zone, created_at) => {
    expect(stateOf(day, { report: { created_at, time_zone } })).toBe(state)
    expect(countLate(day, time_zone, [created_at, `${day}T00:00:00.000Z`])).toBe(state === 'late' ? 1 : 0)
  })
})

describe('working days', () => {
  const partTime: Schedule = [
    { from: '', days: null },
    { from: '2026-03-04', days: [1, 2, 3] },
    { from: '2026-03-11', days: null },
  ]

  test.each([
    ['2026-03-03', [1, 2, 3, 4, 5]],
    ['2026-03-04', [1, 2, 3]],
    ['2026-03-10', [1, 2, 3]],
    ['2026-03-11', [1, 2, 3, 4, 5]],
  ])('on %s they are %j, the user’s own before the organization’s', (day, expected) => {
    expect(workingDaysOn(day, { schedule: partTime, organizationSchedule: weekdays })).toEqual(expected)
  })

  test('a change applies from its day on', () => {
    const changed = changeSchedule(weekdays, '2026-03-10', [7, 1])
    expect(changed).toEqual([...weekdays, { from: '2026-03-10', days: [7, 1] }])
    const more = { organizationSchedule: changed }
    expect(stateOf('2026-03-06', {}, more)).toBe('missing')
    expect(stateOf('2026-03-08', {}, more)).toBe('free')
    expect(stateOf('2026-03-10', {}, more)).toBe('free')
    expect(stateOf('2026-03-15', {}, more)).toBe('future')
  })

  test('a second change on a day replaces the first, and undoing it removes the entry', () => {
    const once = changeSchedule(weekdays, '2026-03-10', [1])
    expect(changeSchedule(once, '2026-03-10', [2])).toEqual([...weekdays, { from: '2026-03-10', days: [2] }])
    expect(changeSchedule(once, '2026-03-10', [1, 2, 3, 4, 5])).toEqual(weekdays)
    expect(changeSchedule([], '2026-03-10', null)).toEqual([])
    // Changed in a zone where it was tomorrow already.
    expect(changeSchedule(once, '2026-03-09', [3])).toEqual([...weekdays, { from: '2026-03-09', days: [3] }])
  })
})
