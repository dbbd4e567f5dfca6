import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useToday } from './dates.ts'

test.each([
  ['focus', window],
  ['visibilitychange', document],
])('the day changes with the first %s event after midnight', (event, target) => {
  vi.useFakeTimers({ now: new Date(2026, 11, 31, 23, 59), toFake: ['Date'] })
  const { result } = renderHook(() => useToday())
  expect(result.current).toBe('2026-12-31')
  vi.setSystemTime(new Date(2027, 0, 1, 0, 0))
  act(() => void target.dispatchEvent(new Event(event)))
  expect(result.current).toBe('2027-01-01')
})
