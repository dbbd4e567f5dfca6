import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { messages } from '#shared/messages.ts'
import { openedWithoutServer, serverAnswered } from '../lib/connection.ts'
import { ErrorState } from './states.tsx'

const page = (isFailed: boolean, onRetry = () => {}) => (
  <main id="main" tabIndex={-1}>
    {isFailed && <ErrorState message="Failed to load reports" onRetry={onRetry} />}
  </main>
)

test('the error is announced and has a button to try again', async () => {
  const onRetry = vi.fn()
  render(page(true, onRetry))
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to load reports')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('the focus moves to the main content when the focused button disappears', async () => {
  const { rerender } = render(page(true))
  screen.getByRole('button').focus()
  rerender(page(false))
  expect(screen.getByRole('main')).toHaveFocus()
})

test('the focus stays where it is when the button was not focused', () => {
  const { rerender } = render(page(true))
  rerender(page(false))
  expect(document.body).toHaveFocus()
})

test('offline a page says that it needs a connection, a part of a page does not', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const page = render(<ErrorState message="Failed to load reports" onRetry={() => {}} />)
  expect(screen.getByText(messages.offline.needsConnection)).toBeVisible()
  page.unmount()
  render(<ErrorState message="Failed to load comments" onRetry={() => {}} plain />)
  expect(screen.queryByText(messages.offline.needsConnection)).toBeNull()
})

test('a page opened without a server says that the server is away', () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  openedWithoutServer()
  onTestFinished(serverAnswered)
  render(<ErrorState message="Failed to load reports" onRetry={() => {}} />)
  expect(screen.getByText(messages.offline.needsServer)).toBeVisible()
})
