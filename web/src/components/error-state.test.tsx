import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { messages } from '#shared/messages.ts'
import { openedWithoutServer, serverAnswered } from '../lib/connection.ts'
import { ErrorState } from './error-state.tsx'

const page = (isFailed: boolean, onRetry = () => {}) => (
  <main id="main" tabIndex={-1}>
    {isFailed && <ErrorState message="Failed to load reports" onRetry={onRetry} />}
  </main>
)

test('the sentence is announced and the next try is one press away', async () => {
  const onRetry = vi.fn()
  render(page(true, onRetry))
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to load reports')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('the focus is not lost with the button', async () => {
  const { rerender } = render(page(true))
  screen.getByRole('button').focus()
  rerender(page(false))
  expect(screen.getByRole('main')).toHaveFocus()
})

test('the focus stays where it is when the button had none', () => {
  const { rerender } = render(page(true))
  rerender(page(false))
  expect(document.body).toHaveFocus()
})

test('offline it says that the page needs a connection, but not for each part of it', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const page = render(<ErrorState message="Failed to load reports" onRetry={() => {}} />)
  expect(screen.getByText(messages.offline.needsConnection)).toBeVisible()
  page.unmount()
  render(<ErrorState message="Failed to load comments" onRetry={() => {}} plain />)
  expect(screen.queryByText(messages.offline.needsConnection)).toBeNull()
})

test('opened without a server it says that this one is away', () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  openedWithoutServer()
  onTestFinished(serverAnswered)
  render(<ErrorState message="Failed to load reports" onRetry={() => {}} />)
  expect(screen.getByText(messages.offline.needsServer)).toBeVisible()
})
