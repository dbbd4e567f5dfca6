import { describe, expect, test } from 'vitest'
import type { ShownHours } from './api.ts'
import { isFitting, periodProblem, readFilters } from './filters.ts'
import { pictureOf, shareOf } from './hours-picture.ts'
import { sumByUnit } from './reporting-section.tsx'
import { hoursSentence } from './sentences.ts'

const today = '2026-11-18'
const october = { startDate: '2026-10-01', endDate: '2026-10-31' }
const none = { project: undefined, user: undefined }

const hours = (given: Partial<ShownHours> = {}, asked: Partial<ShownHours['asked']> = {}): ShownHours => ({
  buckets: ['2026-10-01'],
  series: [
    { id: 1, name: 'Customer Portal', minutes: [410 * 60] },
    { id: 2, name: 'Apollo', minutes: [590 * 60] },
  ].toReversed(),
  total_minutes: 1000 * 60,
  previous_minutes: 800 * 60,
  of_your_teams: false,
  asked: {
    period: october,
    unit: 'week',
    by: 'project',
    projectId: undefined,
    userId: undefined,
    teamId: undefined,
    ...asked,
  },
  ...given,
})

describe('the sentence', () => {
  test('says the total of a month, how it differs from the month before, and the largest project', () => {
    expect(hoursSentence(hours(), today, none)).toBe(
      '1000h in October, 25% more than in September; Apollo took 59%.',
    )
    expect(hoursSentence(hours({ previous_minutes: 2000 * 60 }), today, none)).toContain(
      ', 50% less than in September',
    )
    expect(hoursSentence(hours({ previous_minutes: 1001 * 60 }), today, none)).toContain(
      ', as many as in September',
    )
    expect(hoursSentence(hours({ previous_minutes: 0 }), today, none)).toBe(
      '1000h in October; Apollo took 59%.',
    )
  })

  test.each([
    [{ startDate: '2026-11-16', endDate: '2026-11-22' }, '1000h this week so far (800h in the week before)'],
    [{ startDate: '2026-11-09', endDate: '2026-11-15' }, '1000h last week, 25% more than in the week before'],
    [{ startDate: '2026-11-01', endDate: '2026-11-30' }, '1000h in November so far (800h in October)'],
    [
      { startDate: '2025-10-01', endDate: '2025-10-31' },
      '1000h in October 2025, 25% more than in September 2025',
    ],
    [
      { startDate: '2026-07-01', endDate: '2026-09-30' },
      '1000h in July – September 2026, 25% more than in the 3 months before',
    ],
    [
      { startDate: '2026-11-02', endDate: '2026-11-18' },
      /^1000h from .*2.* to .*18.*, 25% more than in the 17 days before/,
    ],
  ])('%j: %s', (period, words) => {
    const sentence = hoursSentence(hours({}, { period }), today, none)
    if (typeof words === 'string') expect(sentence.replace(/[\u2009\u202f]/g, ' ')).toContain(words)
    else expect(sentence).toMatch(words)
  })

  test('names the chosen project and person, but never one person among others', () => {
    const chosen = hours({}, { projectId: '2' })
    expect(hoursSentence(chosen, today, { project: 'Apollo', user: 'Dina' })).toBe(
      '1000h on Apollo by Dina in October, 25% more than in September.',
    )
    expect(hoursSentence(hours({}, { by: 'person' }), today, none)).not.toContain('took')
  })
})

describe('the parts of the picture', () => {
  const series = Array.from({ length: 11 }, (_, index) => ({
    id: index + 1,
    name: `Name ${String.fromCharCode(75 - index)}`,
    minutes: [100 - index, index],
  }))
  const buckets = ['2026-10-05', '2026-10-12']

  test('projects beyond the eighth are one part, and no minute is lost', () => {
    const { rows, parts, other } = pictureOf({ series, buckets }, 'project')
    expect(rows.map(({ id }) => id)).toEqual(series.map(({ id }) => id))
    expect(parts.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 'other'])
    expect(other).toMatchObject({ count: 3, minutes: [92 + 91 + 90, 8 + 9 + 10] })
    const sum = parts.reduce((total, part) => total + part.total, 0)
    expect(sum).toBe(rows.reduce((total, row) => total + row.total, 0))
  })

  test('people are in the order of their names, and many of them are shown as their sum', () => {
    const few = pictureOf({ series: series.slice(0, 3), buckets }, 'person')
    expect(few.parts.map(({ name }) => name)).toEqual(['Name I', 'Name J', 'Name K'])
    const many = pictureOf({ series, buckets }, 'person')
    expect(many.rows[0]?.name).toBe('Name A')
    expect(many.parts).toMatchObject([{ id: 'everyone', minutes: [1045, 55] }])
  })
})

test.each([
  [1, 3, '33%'],
  [1, 1000, '< 1%'],
  [0, 5, '0%'],
  [0, 0, '0%'],
])('%d of %d is %s', (part, whole, share) => expect(shareOf(part, whole)).toBe(share))

test('days off are left out, and days are added up by week and month', () => {
  const day = (date: string, expected: number, submitted: number, late = 0) => ({
    date,
    expected,
    submitted,
    late,
  })
  const days = [
    day('2026-10-30', 3, 2, 1),
    day('2026-10-31', 0, 0),
    day('2026-11-01', 0, 1),
    day('2026-11-02', 3, 1),
  ]
  expect(sumByUnit(days, 'day').map(({ first, sent }) => [first, sent])).toEqual([
    ['2026-10-30', 3],
    ['2026-11-01', 1],
    ['2026-11-02', 1],
  ])
  expect(sumByUnit(days, 'week')).toEqual([
    { first: '2026-10-26', expected: 3, sent: 4, late: 1 },
    { first: '2026-11-02', expected: 3, sent: 1, late: 0 },
  ])
  expect(sumByUnit(days, 'month').map(({ first, sent }) => [first, sent])).toEqual([
    ['2026-10-01', 3],
    ['2026-11-01', 2],
  ])
})

describe('the choices in the URL', () => {
  test.each([
    ['', today, { from: '2026-11-01', to: '2026-11-30', unit: 'day', by: 'project' }],
    // In the first days of a month, the one before says more.
    ['', '2026-11-01', { from: '2026-10-01', to: '2026-10-31' }],
    ['?from=2026-01-01&to=2026-03-31&unit=month&by=role', today, { unit: 'month', by: 'role' }],
    ['?from=2026-01-01&to=2026-03-31', today, { unit: 'week' }],
    ['?from=2025-01-01&to=2026-12-31', today, { unit: 'month' }],
    // Two years of days would be bars of a pixel.
    ['?from=2025-01-01&to=2026-12-31&unit=day', today, { unit: 'month' }],
    [
      '?from=2026-02-30&to=2026-03-31&unit=hour&by=x&projectId=x&userId=0',
      today,
      { from: '2026-11-01', by: 'project', projectId: undefined, userId: undefined },
    ],
    ['?projectId=3&userId=7', today, { projectId: '3', userId: '7' }],
  ])('%s on %s means %j', (search, day, filters) => {
    expect(readFilters(search, day)).toMatchObject(filters)
  })

  test('a period that the server refuses is named before it is asked', () => {
    expect(periodProblem({ from: '2026-03-02', to: '2026-03-01' })).toBe(
      'The end date is before the start date',
    )
    expect(periodProblem({ from: '2024-01-01', to: '2026-01-01' })).toBe('Choose at most 731 days')
    expect(periodProblem({ from: '2024-01-01', to: '2025-12-31' })).toBeUndefined()
    expect(periodProblem({ from: '1999-01-01', to: '2025-12-31' })).toBeDefined()
  })

  test('only as many bars as a picture has room for', () => {
    expect([isFitting('day', 92), isFitting('day', 366), isFitting('week', 731)]).toEqual([true, false, true])
  })
})
