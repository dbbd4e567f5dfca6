import { act, renderHook } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { limits } from '#shared/limits.ts'
import { unnoticedMs, usePlaceholder } from './use-placeholder.ts'

const start = (isWaiting: boolean) => {
  vi.useFakeTimers()
  return renderHook(usePlaceholder, { initialProps: isWaiting })
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('nothing to wait for, no placeholder', () => {
  expect(start(false).result.current).toBe(false)
})

test('a wait too short to notice ends at once', () => {
  const { result, rerender } = start(true)
  pass(unnoticedMs - 1)
  rerender(false)
  expect(result.current).toBe(false)
  pass(5000)
  expect(result.current).toBe(false)
})

test('once it was seen it stands for 300 ms', () => {
  const { result, rerender } = start(true)
  pass(unnoticedMs)
  rerender(false)
  pass(limits.placeholderMs - 1)
  expect(result.current).toBe(true)
  pass(1)
  expect(result.current).toBe(false)
})

test('after a long wait it goes with the wait', () => {
  const { result, rerender } = start(true)
  pass(unnoticedMs)
  pass(5000)
  expect(result.current).toBe(true)
  rerender(false)
  expect(result.current).toBe(false)
})

test('content that is shown stays, also when its commit takes longer than the placeholder would have', () => {
  vi.useFakeTimers()
  const shown: boolean[] = []
  const { rerender } = renderHook(
    ({ isWaiting }) => {
      // Rendered before the hook's own effects run, as a large page is.
      useLayoutEffect(() => {
        if (!isWaiting) vi.advanceTimersByTime(unnoticedMs)
      }, [isWaiting])
      shown.push(!usePlaceholder(isWaiting))
    },
    { initialProps: { isWaiting: true } },
  )
  rerender({ isWaiting: false })
  expect(shown.at(-1)).toBe(true)
  expect(shown.indexOf(false, shown.indexOf(true))).toBe(-1)
})
