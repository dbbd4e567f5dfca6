import { act, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { UndoBar } from './undo-bar.tsx'

const seconds = (count: number) => act(() => vi.advanceTimersByTime(count * 1000))

test('a second step with the same words can be undone for ten seconds too', () => {
  vi.useFakeTimers()
  const onEnd = vi.fn()
  const bar = (step: number) => (
    <UndoBar text="1 report marked as reviewed." step={step} onUndo={() => {}} onEnd={onEnd} />
  )
  const { rerender } = render(bar(1))
  seconds(9)
  rerender(bar(2))
  seconds(9)
  expect(onEnd).not.toHaveBeenCalled()
  seconds(1)
  expect(onEnd).toHaveBeenCalledOnce()
})
