import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy, Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { allowConsole } from '../../test/console-watch.ts'
import { ErrorBoundary } from './error-boundary.tsx'

function Broken(): never {
  throw new Error('broken')
}
const NeverLoads = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))

test('a failing page becomes a friendly one, with the focus on its heading and a Reload button', async () => {
  allowConsole(/broken/, /error occurred/)
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('heading', { level: 1, name: 'Something went wrong' })).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledOnce()
})

test('so does a page whose script cannot be loaded', async () => {
  allowConsole(/Failed to fetch dynamically imported module/, /error occurred/)
  render(
    <ErrorBoundary>
      <Suspense>
        <NeverLoads />
      </Suspense>
    </ErrorBoundary>,
  )
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible()
})

test('the next page gets its own chance', () => {
  allowConsole(/broken/, /error occurred/)
  const { rerender } = render(
    <ErrorBoundary resetKey="/broken">
      <Broken />
    </ErrorBoundary>,
  )
  rerender(<ErrorBoundary resetKey="/fine">fine</ErrorBoundary>)
  expect(screen.getByText('fine')).toBeVisible()
})
