import { expect, test } from 'vitest'
import { filtersIn, pageIn, searchOf, without } from './filters.ts'

test.each([
  ['', {}],
  ['?userId=3', { userId: '3' }],
  ['?userId=3&projectId=5', { userId: '3', projectId: '5' }],
  // A project only counts together with its user.
  ['?projectId=5', {}],
  ['?userId=x&projectId=5', {}],
  ['?startDate=2026-03-01&endDate=2026-03-31', { startDate: '2026-03-01', endDate: '2026-03-31' }],
  ['?startDate=2026-02-30', {}],
  ['?userId=-1&endDate=yesterday&other=1', {}],
])('the address %s means %j', (search, filters) => {
  expect(filtersIn(search)).toEqual(filters)
})

test.each([
  ['', 1],
  ['?page=3', 3],
  ['?page=0', 1],
  ['?page=1.5', 1],
])('%s is page %d', (search, page) => {
  expect(pageIn(search)).toBe(page)
})

test('filters and page travel through the address and back', () => {
  const filters = { userId: '3', projectId: '5', startDate: '2026-03-01' }
  expect(searchOf(filters, 2)).toBe('?userId=3&projectId=5&startDate=2026-03-01&page=2')
  expect(filtersIn(searchOf(filters, 2))).toEqual(filters)
  expect(searchOf({}, 1)).toBe('')
})

test('without its user a project has no say either', () => {
  const filters = { userId: '3', projectId: '5', startDate: '2026-03-01' }
  expect(without(filters, 'userId')).toEqual({ startDate: '2026-03-01' })
  expect(without(filters, 'projectId')).toEqual({ userId: '3', startDate: '2026-03-01' })
})
