import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { limits } from '#shared/limits.ts'
import { Spinner } from './spinner.tsx'

test('it shows itself, and says so, only when waiting takes a while', () => {
  vi.useFakeTimers()
  render(<Spinner label="Loading users..." />)
  act(() => vi.advanceTimersByTime(limits.placeholderMs - 1))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  act(() => vi.advanceTimersByTime(1))
  expect(screen.getByRole('status')).toHaveTextContent('Loading users...')
})
