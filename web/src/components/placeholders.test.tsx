import { act, render, renderHook, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { limits } from '#shared/limits.ts'
import { placeholderDelayMs, Spinner, usePlaceholder } from './placeholders.tsx'

test('the spinner is shown and announced only when the wait takes long enough to be noticed', () => {
  vi.useFakeTimers()
  render(<Spinner label="Loading users..." />)
  act(() => vi.advanceTimersByTime(limits.placeholderMs - 1))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  act(() => vi.advanceTimersByTime(1))
  expect(screen.getByRole('status')).toHaveTextContent('Loading users...')
})

const start = (isWaiting: boolean) => {
  vi.useFakeTimers()
  return renderHook(usePlaceholder, { initialProps: isWaiting })
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('there is no placeholder when there is nothing to wait for', () => {
  expect(start(false).result.current).toBe(false)
})

test('a wait too short to notice ends at once', () => {
  const { result, rerender } = start(true)
  pass(placeholderDelayMs - 1)
  rerender(false)
  expect(result.current).toBe(false)
  pass(5000)
  expect(result.current).toBe(false)
})

test('a placeholder that was shown stays for 300 ms', () => {
  const { result, rerender } = start(true)
  pass(placeholderDelayMs)
  rerender(false)
  pass(limits.placeholderMs - 1)
  expect(result.current).toBe(true)
  pass(1)
  expect(result.current).toBe(false)
})

test('after a long wait the placeholder ends with the wait', () => {
  const { result, rerender } = start(true)
  pass(placeholderDelayMs)
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
        if (!isWaiting) vi.advanceTimersByTime(placeholderDelayMs)
      }, [isWaiting])
      shown.push(!usePlaceholder(isWaiting))
    },
    { initialProps: { isWaiting: true } },
  )
  rerender({ isWaiting: false })
  expect(shown.at(-1)).toBe(true)
  expect(shown.indexOf(false, shown.indexOf(true))).toBe(-1)
})
