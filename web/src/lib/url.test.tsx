import { act, renderHook } from '@testing-library/react'
import { BrowserRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { filtersIn, isId, isOneOf, pageIn, searchWith, useTypedFilters, useUrlFilters } from './url.ts'

const schema = { userId: isId, role: isOneOf(['designer', 'developer']), search: () => true }

beforeEach(() => window.history.replaceState(null, '', '/list'))
const open = (search: string) => window.history.replaceState(null, '', `/list${search}`)

test.each([
  ['', 1],
  ['?page=3', 3],
  ['?page=0', 1],
  ['?page=1.5', 1],
])('%s is page %d', (search, page) => {
  expect(pageIn(search)).toBe(page)
})

test.each([
  ['', {}],
  ['?userId=3&role=designer&page=2', { userId: '3', role: 'designer' }],
  ['?userId=-1&role=nobody&other=1', {}],
  ['?search=%20two%20words%20', { search: 'two words' }],
])('the query %s means %j', (search, filters) => {
  expect(filtersIn(schema, search)).toEqual(filters)
})

test('another choice starts at the first page and keeps what belongs to others', () => {
  expect(searchWith('?team=mine&userId=3&page=2', { userId: '4' })).toBe('?team=mine&userId=4')
  expect(searchWith('?userId=3', { userId: '' })).toBe('')
})

test('a choice is an entry of the history, the same choice again is not', () => {
  open('?team=mine&userId=3&page=2')
  const { result } = renderHook(() => useUrlFilters(schema), { wrapper: BrowserRouter })
  const before = window.history.length
  act(() => result.current.change({ userId: '3' }))
  expect(window.location.search).toBe('?team=mine&userId=3&page=2')
  expect(window.history).toHaveLength(before)
  act(() => result.current.change({ userId: '4', role: 'designer' }))
  expect(result.current).toMatchObject({ filters: { userId: '4', role: 'designer' }, count: 2 })
  expect(window.history).toHaveLength(before + 1)
})

test('two choices before a render are both kept, and clearing keeps what belongs to others', () => {
  open('?team=mine')
  const { result } = renderHook(() => useUrlFilters(schema), { wrapper: BrowserRouter })
  act(() => {
    result.current.change({ userId: '4' })
    result.current.change({ role: 'designer' })
  })
  expect(result.current.filters).toEqual({ userId: '4', role: 'designer' })
  act(() => result.current.clear(['userId']))
  expect(result.current.filters).toEqual({ role: 'designer' })
  act(() => result.current.clear())
  expect(window.location.search).toBe('?team=mine')
})

test('what is typed adds no entry to the history', () => {
  const { result } = renderHook(() => useTypedFilters(schema), { wrapper: BrowserRouter })
  const before = window.history.length
  act(() => result.current.change({ search: 'Din' }))
  act(() => result.current.change({ search: 'Dina ' }))
  expect(result.current.filters).toMatchObject({ search: 'Dina ' })
  expect(window.location.search).toBe('?search=Dina+')
  expect(window.history).toHaveLength(before)
})
