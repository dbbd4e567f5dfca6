import { expect, test } from 'vitest'
import { filtersIn, searchOf, withChoice, without } from './filters.ts'

test.each([
  ['', {}],
  ['?userId=3', { userId: '3' }],
  ['?userId=3&projectId=5', { userId: '3', projectId: '5' }],
  // The links of Insights have a project or a role without a user.
  ['?projectId=5', { projectId: '5' }],
  ['?userId=x&projectId=5&role=designer', { projectId: '5', role: 'designer' }],
  ['?role=nobody', {}],
  ['?startDate=2026-03-01&endDate=2026-03-31', { startDate: '2026-03-01', endDate: '2026-03-31' }],
  ['?startDate=2026-02-30', {}],
  ['?userId=-1&endDate=yesterday&other=1', {}],
])('the query %s means %j', (search, filters) => {
  expect(filtersIn(search)).toEqual(filters)
})

test('filters and page are written to the URL and read back', () => {
  const filters = { userId: '3', projectId: '5', startDate: '2026-03-01' }
  expect(searchOf(filters, 2)).toBe('?userId=3&projectId=5&startDate=2026-03-01&page=2')
  expect(filtersIn(searchOf(filters, 2))).toEqual(filters)
  expect(searchOf({}, 1)).toBe('')
})

test('removing the user removes the project too', () => {
  const filters = { userId: '3', projectId: '5', startDate: '2026-03-01' }
  expect(without(filters, 'userId')).toEqual({ startDate: '2026-03-01' })
  expect(without(filters, 'projectId')).toEqual({ userId: '3', startDate: '2026-03-01' })
})

test('choosing another user removes the project, and an empty choice removes the filter', () => {
  const filters = { userId: '3', projectId: '5', startDate: '2026-03-01' }
  expect(withChoice(filters, 'userId', '4')).toEqual({ userId: '4', startDate: '2026-03-01' })
  expect(withChoice(filters, 'startDate', '')).toEqual({ userId: '3', projectId: '5' })
  expect(withChoice({}, 'endDate', '2026-03-31')).toEqual({ endDate: '2026-03-31' })
  // The same choice again returns the same object, so that no history entry is added.
  expect(withChoice(filters, 'userId', '3')).toBe(filters)
})
