import { expect, test } from 'vitest'
import type { Summary } from './contract/summaries.ts'
import { summaryWords } from './summary-words.ts'

const person = (id: number, name: string) => ({ id, name, role: 'developer' as const })
const none = { minutes: 0, minutes_before: 0, projects: [] }

const summary = (given: Partial<Summary> = {}): Summary => ({
  date: '2026-11-13',
  today: '2026-11-16',
  previous: '2026-11-12',
  next: '2026-11-16',
  holiday: null,
  counts: {
    expected: 0,
    submitted: 0,
    late: 0,
    missing: 0,
    due: 0,
    off: 0,
    to_review: 0,
    earlier_to_review: 0,
  },
  reported: [],
  missing: [],
  due: [],
  off: [],
  blockers: { total: 0, data: [] },
  hours: none,
  week: null,
  ...given,
})
const counts = (given: Partial<Summary['counts']>) => ({ ...summary().counts, ...given })

const options = { viewerId: 1, day: (date: string) => `day ${date.slice(8)}`, span: () => '9 – 15 November' }
const say = (given: Partial<Summary>) => summaryWords(summary(given), options)
const part = (given: Partial<Summary>, key: string) => say(given).sections.find(each => each.key === key)

test('the headline has the number of reported and expected users', () => {
  expect(say({}).headline).toBe('No reports were expected.')
  expect(say({ holiday: 'New Year' }).headline).toBe('New Year: no reports were expected.')
  expect(say({ date: '2026-11-17' }).headline).toBe("This day hasn't come yet.")
  expect(say({ counts: counts({ expected: 11, submitted: 8, late: 1, missing: 2 }) }).headline).toBe(
    '9 of 11 reported.',
  )
  expect(say({ counts: counts({ expected: 1200, submitted: 1200 }) }).headline).toBe('All 1,200 reported.')
  expect(say({ counts: counts({ expected: 1, submitted: 1 }) }).headline).toBe('1 of 1 reported.')
})

test('missing users come first, with the number of those left out', () => {
  const missing = [person(2, 'Dina'), person(3, 'Omar')]
  const { sections } = say({ missing, counts: counts({ expected: 9, submitted: 6, missing: 3 }) })
  expect(sections[0]).toMatchObject({
    key: 'missing',
    heading: 'Missing (3)',
    names: [{ text: 'Dina', notes: [] }, { text: 'Omar' }],
    more: { text: 'and 1 more' },
  })
  expect(part({ counts: counts({ expected: 2, submitted: 2 }) }, 'missing')).toBeUndefined()
})

test('reports to review link to each report, without the reader’s own', () => {
  const reported = [person(1, 'Max'), person(2, 'Dina'), person(3, 'Omar')].map(user => ({
    user,
    report_id: user.id * 10,
    is_late: user.id === 3,
    review_state: 'unreviewed' as const,
  }))
  const given = {
    reported,
    counts: counts({ expected: 3, submitted: 2, late: 1, to_review: 2, earlier_to_review: 1 }),
  }
  expect(part(given, 'toReview')).toMatchObject({
    heading: 'To review (2)',
    names: [
      { text: 'Dina', path: '/admin/reports/20' },
      { text: 'Omar', path: '/admin/reports/30' },
    ],
    more: {
      text: '1 report from earlier days is waiting for review',
      path: '/admin/reports?review=unreviewed',
    },
  })
  expect(part(given, 'sent')?.names?.map(({ text, notes }) => [text, ...notes])).toEqual([
    ['Max'],
    ['Dina'],
    ['Omar', 'late'],
  ])
})

test('hours have the change from the week before', () => {
  const project = (id: number, minutes: number, minutes_before: number) => ({
    id,
    name: `Project ${id}`,
    minutes,
    minutes_before,
  })
  const hours = {
    minutes: 630,
    minutes_before: 660,
    projects: [project(1, 450, 300), project(2, 120, 120), project(3, 60, 0), project(4, 0, 240)],
  }
  const said = part({ hours }, 'hours')
  expect(said?.text).toBe('10h 30m in total, 30m less than on day 06.')
  expect(said?.lines?.map(({ notes }) => notes)).toEqual([
    ['7h 30m', '+2h 30m'],
    ['2h', 'no change'],
    ['1h', 'new'],
    ['0m', '−4h'],
  ])
  const first = { ...hours, minutes_before: 0, projects: [project(1, 450, 0)] }
  expect(part({ hours: first }, 'hours')).toMatchObject({
    text: '10h 30m in total, none on day 06.',
    lines: [{ notes: ['7h 30m'] }],
  })
})

test('blockers have their age, author, project and owner', () => {
  const blocker = { id: 1, text: 'No server', report_id: 5, opened_on: '2026-11-12', user_name: 'Dina' }
  const data = [
    { ...blocker, project_name: 'Apollo', owner_name: 'Max', days_open: 4 },
    { ...blocker, project_name: null, owner_name: null, days_open: 0 },
  ]
  expect(part({ blockers: { total: 2, data } }, 'blockers')?.lines).toMatchObject([
    { text: 'No server', notes: ['4 days', 'Dina, Apollo', 'Owner: Max'], age: 4 },
    { notes: ['Today', 'Dina'] },
  ])
  expect(part({}, 'blockers')?.text).toBe('No blockers are open.')
})

test('the week has its days and hours', () => {
  const days = [{ date: '2026-11-09', expected: 11, submitted: 9, late: 1, minutes: 4260 }]
  const week = {
    first: '2026-11-09',
    last: '2026-11-15',
    days,
    hours: { ...none, minutes: 60, minutes_before: 30 },
  }
  expect(part({ week }, 'week')).toMatchObject({
    heading: 'Week of 9 – 15 November',
    lines: [
      { text: 'day 09', path: '/admin/summaries/2026-11-09', notes: ['10 of 11 reported', '1 late', '71h'] },
    ],
  })
  expect(part({ week }, 'weekHours')?.text).toBe('1h in total, 30m more than in the week before.')
})

test('the links choose the team that the summary is about, and none if it is about everyone whom the reader sees', () => {
  const given = summary({
    counts: counts({ expected: 2, missing: 2, earlier_to_review: 1 }),
    missing: [person(2, 'Dina')],
    blockers: { total: 1, data: [] },
    week: { first: '2026-11-09', last: '2026-11-15', days: [], hours: none },
  })
  const linksOf = (team?: string) =>
    summaryWords(given, { ...options, team }).sections.flatMap(({ names = [], more }) =>
      [...names, ...(more ? [more] : [])].map(({ path }) => path),
    )
  expect(linksOf()).toEqual([
    '/admin/today?date=2026-11-13',
    '/admin/today?date=2026-11-13',
    '/admin/blockers',
    '/admin/reports?review=unreviewed',
  ])
  expect(linksOf('mine')).toEqual([
    '/admin/today?date=2026-11-13&team=mine',
    '/admin/today?date=2026-11-13&team=mine',
    '/admin/blockers?team=mine',
    '/admin/reports?review=unreviewed&team=mine',
  ])
})
